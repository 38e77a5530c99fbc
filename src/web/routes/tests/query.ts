import { domainToASCII } from 'node:url'
import { MAIL_TEST_STATUSES } from '../../../core/mail-test.ts'
import { MAX_SCORE } from '../../../core/report.ts'
import { TOLD_SOURCES } from '../../../services/mail-tests/account-tests.ts'
import { problemsOf } from '../../forms/problems.ts'
import type { TestsAsked } from '../../pages/tests/asked.ts'

const DAY_MS = 86_400_000
const LONGEST = { q: 200, domain: 253, other: 40 }
const ON_A_PAGE = 25

/** What the address asks for; what cannot be read is no condition, and said to be wrong. */
export function testsAsked(url: URL): TestsAsked {
  const text = (name: string, most = LONGEST.other) =>
    (url.searchParams.get(name) ?? '').slice(0, most).trim()
  const words = text('q', LONGEST.q)
  const status = MAIL_TEST_STATUSES.find((one) => one === text('status'))
  const source = TOLD_SOURCES.find((one) => one === text('source'))
  const [min, max] = [scoreOf(text('min')), scoreOf(text('max'))]
  const typedDomain = text('domain', LONGEST.domain)
  const domain = domainOf(typedDomain)
  const [since, until] = [dayOf(text('since')), dayOf(text('until'))]
  const after = text('after', 200)
  const problems = problemsOf(
    min === 'wrong' && wrongScore('min'),
    max === 'wrong' && wrongScore('max'),
    domain === '' && { field: 'domain', says: 'Enter a domain such as example.org.' },
    since === 'wrong' && wrongDay('since'),
    until === 'wrong' && wrongDay('until'),
  )
  const typed = {
    q: words,
    status: status ?? '',
    source: source ?? '',
    min: text('min'),
    max: text('max'),
    domain: typedDomain,
    since: text('since'),
    until: text('until'),
  }
  const conditions = {
    words,
    status,
    source,
    minScore: min === 'wrong' ? undefined : min,
    maxScore: max === 'wrong' ? undefined : max,
    domain,
    since: since === 'wrong' ? undefined : since,
    until: until instanceof Date ? new Date(until.getTime() + DAY_MS) : undefined,
    after,
  }
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined && value !== '')
  return {
    query: { limit: ON_A_PAGE, ...Object.fromEntries(given) },
    filled: { typed, problems },
    kept: Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
  }
}

/** The address without fields that were left empty, as a form sends them. Absent: it has none. */
export function withoutEmpty(url: URL): string | undefined {
  const sent = [...url.searchParams]
  const filled = sent.filter(([, value]) => value.trim() !== '')
  if (filled.length === sent.length) return undefined
  return filled.length === 0 ? url.pathname : `${url.pathname}?${new URLSearchParams(filled)}`
}

const wrongScore = (field: string) => ({ field, says: `Enter a score from 0 to ${MAX_SCORE}.` })
const wrongDay = (field: string) => ({ field, says: 'Enter a day such as 2026-11-23.' })

/** Also as it is written with a comma. */
function scoreOf(text: string): number | 'wrong' | undefined {
  if (text === '') return undefined
  const score = /^\d{1,2}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return score >= 0 && score <= MAX_SCORE ? score : 'wrong'
}

/** A-labels; of an address its domain. Empty: it is none. */
export function domainOf(text: string): string | undefined {
  if (text === '') return undefined
  const name = text.slice(text.lastIndexOf('@') + 1).replace(/\.$/, '')
  return /[\s/:?#[\]\\]/.test(name) ? '' : domainToASCII(name)
}

/** The beginning of a day of UTC that is named as 2026-11-23. */
function dayOf(text: string): Date | 'wrong' | undefined {
  if (text === '') return undefined
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? at : 'wrong'
}
