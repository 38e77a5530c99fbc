import { domainToASCII } from 'node:url'
import { type Actor, refusalOf } from '../../core/access/permission.ts'
import type { AggregateWindow } from '../../store/aggregates.ts'
import type { DomainStore } from '../../store/domains.ts'
import { dayNumberOf } from '../aggregates/window.ts'
import type { Clock, Log } from '../ports.ts'
import type { AnsweredSource, AnsweredSources } from './answered.ts'
import { PAGE_PATIENCE_MS } from './soon.ts'
import type { SourceAnswers } from './source-answers.ts'

/** What receivers reported of the mail of a domain in the last week of which the reports are there. */
export interface ReportedMail {
  domainId: string
  domain: string
  window: AggregateWindow
  /** Without what strangers sent in its name. */
  messages: number
  pass: number
  /** What strangers sent in its name. */
  others: number
  /** The source of which most failed. Absent: no source of the domain's own fails. */
  worst?: { key: string; name: string; failing: number }
}

/** Beside the report of a test: how the domain's mail fares at receivers. */
export interface ReportedMailOf {
  /** `from`: a From field. Absent: whoever asks is not signed in to an account that has verified the domain or one above it, nothing was
   * reported, or it could not be read at once. */
  of(actor: Actor, from: string): Promise<ReportedMail | undefined>
}

export interface ReportedMailDeps {
  domains: Pick<DomainStore, 'byName'>
  sources: Pick<SourceAnswers, 'soon'>
  clock: Clock
  log: Log
  /** So long a page waits for it. */
  patienceMs?: number
}

const WEEK = 7
/** Reports of a day have had so many days to arrive. */
const SETTLED = 2
/** Strangers choose the names that stand in From. */
const MOST_LABELS = 12
const AT_END = /@([^\s<>"(),;:@[\]\\]{1,253})>?\s*$/

export function createReportedMail(deps: ReportedMailDeps): ReportedMailOf {
  const { domains, sources, clock, log, patienceMs = PAGE_PATIENCE_MS } = deps

  async function closest(accountId: string, from: string) {
    for (const name of namesAbove(from)) {
      const entry = await domains.byName(accountId, name)
      if (entry?.verifiedAt) return entry
    }
    return undefined
  }

  async function read(actor: Actor & { kind: 'session' }, from: string): Promise<ReportedMail | undefined> {
    const entry = await closest(actor.accountId, from)
    if (!entry) return undefined
    const to = dayNumberOf(clock.now()) - SETTLED
    const week = { from: to - WEEK + 1, to }
    for (const window of [{ ...week, authenticated: true }, week]) {
      const answer = await sources.soon(actor, entry.id, window, patienceMs)
      if (!answer.ok || !answer.value.found) return undefined
      const { found } = answer.value
      if (found.reports > 0) return summed({ domainId: entry.id, domain: entry.domain, window }, found)
    }
    return undefined
  }

  return {
    async of(actor, from) {
      // A key and a token are of nobody who reads a page.
      if (actor.kind !== 'session' || refusalOf(actor, 'dmarc.read')) return undefined
      const late = Promise.withResolvers<undefined>()
      // What was told before is looked for when the patience is over.
      const timer = setTimeout(() => late.resolve(undefined), patienceMs * 2)
      const reading = read(actor, from).catch((cause: unknown) => {
        log.warn({ err: cause }, 'What receivers reported of the mail of a domain could not be read')
        return undefined
      })
      const found = await Promise.race([reading, late.promise])
      clearTimeout(timer)
      return found
    },
  }
}

/** The domain of a From field and those above it, nearest first. */
function namesAbove(from: string): string[] {
  const labels = domainToASCII(AT_END.exec(from)?.[1] ?? '')
    .replace(/\.$/, '')
    .split('.')
  if (labels.length > MOST_LABELS) return []
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

function summed(
  of: Pick<ReportedMail, 'domainId' | 'domain' | 'window'>,
  { sources, rest }: AnsweredSources,
): ReportedMail | undefined {
  const own = sources.filter(({ whose }) => whose !== 'others')
  const sum = (some: readonly { messages: number; pass: number }[], what: 'messages' | 'pass') =>
    some.reduce((total, one) => total + one[what], 0)
  const counted = rest ? [...own, rest] : own
  const messages = sum(counted, 'messages')
  if (messages === 0) return undefined
  const worst = worstOf(own)
  return {
    ...of,
    messages,
    pass: sum(counted, 'pass'),
    others: sum(sources, 'messages') - sum(own, 'messages'),
    ...(worst && { worst: { key: worst.key, name: worst.name, failing: worst.messages - worst.pass } }),
  }
}

/** What is passed on fails by no fault of the domain. */
function worstOf(own: readonly AnsweredSource[]): AnsweredSource | undefined {
  const failing = own.filter(({ whose, messages, pass }) => whose !== 'passed_on' && messages > pass)
  return failing.toSorted((a, b) => b.messages - b.pass - (a.messages - a.pass))[0]
}
