import { expect, test } from 'bun:test'
import { analyzers } from '../../src/analysis/registry.ts'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { REFINEMENTS } from '../../src/analysis/telling/refinements.ts'
import { type Check, codesOf } from '../../src/core/check.ts'
import type { Report } from '../../src/core/report.ts'
import { verdict } from '../../src/services/telling/verdict.ts'
import { withFix } from '../support/with-fix.ts'
import { CASE_NAMES, corpusReport } from './corpus-case.ts'

const weightOf = new Map(analyzers.map(({ name, weight }) => [name, weight]))

/** What each sentence claims, and whether the checks below it agree. */
const CLAIMS: readonly [claim: RegExp, agrees: (report: Report) => boolean][] = [
  [/Well made/, ({ checks }) => checks.every(({ status, score }) => status !== 'failed' && score === 0)],
  [
    /Well made/,
    ({ checks }) => checks.every(({ name, status }) => status !== 'error' || !weightOf.get(name)),
  ],
  [
    /Well made(?: and well sent)?\./,
    (report) => !checkOf(report, 'dmarc')?.summary.includes('policy cannot be used'),
  ],
  [
    /policy that receivers cannot use/,
    (report) => checkOf(report, 'dmarc')?.summary.includes('policy cannot be used') ?? false,
  ],
  [/well sent/, (report) => !isNeutral(report, 'tls') || !isNeutral(report, 'reverse-dns')],
  [/Nothing .*cost a point/, ({ checks }) => checks.every(({ score }) => score === 0)],
  [/Nothing that could be determined/, ({ undetermined }) => undetermined.points > 0],
  [/Sound/, ({ score, checks }) => score >= 7 && checks.every((check) => check.score > -1.5)],
  [/DMARC fails/, (report) => finds(report, 'dmarc', 'dmarc-fail')],
  [/neither SPF nor DKIM passes/, (report) => costs(report, 'spf') && costs(report, 'dkim')],
  [/SPF does not pass/, (report) => costs(report, 'spf')],
  [
    /its DKIM signature alone/,
    (report) => statusOf(report, 'dkim') !== 'error' && !finds(report, 'dkim', 'dkim-none'),
  ],
  [/No valid DKIM signature/, (report) => costs(report, 'dkim')],
  [/no usable DMARC record/, (report) => finds(report, 'dmarc', 'dmarc-none')],
  [/sending address is on a blocklist/, (report) => costs(report, 'blocklist')],
  [/domain of the sender is on/, (report) => costs(report, 'domain-blocklist')],
  [/links to is on/, (report) => costs(report, 'link-blocklist')],
  [/carries no List-Unsubscribe/, (report) => finds(report, 'list-unsubscribe', 'list-unsubscribe-missing')],
  [/(?:mail shows no|cannot) unsubscribe/, (report) => costs(report, 'list-unsubscribe')],
  [
    /may refuse this message/,
    ({ checks }) => checks.some(({ name, status }) => name.startsWith('provider-') && status === 'failed'),
  ],
  [/attached to it/, (report) => costs(report, 'attachments')],
]

const codesIn = (check: Check | undefined) => (check ? codesOf(check) : [])
const checkOf = ({ checks }: Report, name: string) => checks.find((check) => check.name === name)
const statusOf = (report: Report, name: string) => checkOf(report, name)?.status
const isNeutral = (report: Report, name: string) => statusOf(report, name) === 'neutral'
const costs = (report: Report, name: string) => (checkOf(report, name)?.score ?? 0) < 0
const finds = (report: Report, name: string, code: string) => codesIn(checkOf(report, name)).includes(code)

const POINTER = /\b(?:check|see) ([a-z]+(?:-[a-z]+)*) says/g
/** What nobody says in this field, and what shouts. */
const NOT_OUR_WORDS = /\bmend(?:s|ed|ing)?\b|\bway out\b|[a-z]!/i

test.each(CASE_NAMES)('%s: the words agree with each other', async (name) => {
  const report = await corpusReport(name)
  const { plan = [], kindReasons } = report
  const checks = report.checks.map(withFix)
  const says = verdict(report, CHECK_WORDS)
  const contradicted = CLAIMS.filter(([claim, agrees]) => claim.test(says) && !agrees(report))
  expect({ says, contradicted: contradicted.map(([claim]) => claim.source) }).toEqual({
    says,
    contradicted: [],
  })

  const advised = new Set(checks.filter(({ detail }) => detail['advice']).map((check) => check.name))
  const advice = [...checks.map(({ detail }) => detail['advice'] ?? ''), ...plan.map((step) => step.says)]
  const pointers = advice.flatMap((text) => [...text.matchAll(POINTER)].map((match) => match[1] ?? ''))
  expect(pointers.filter((target) => !advised.has(target))).toEqual([])

  const words = [says, ...advice, ...kindReasons, ...checks.map(({ detail }) => detail['summary'] ?? '')]
  expect(words.filter((text) => NOT_OUR_WORDS.test(text))).toEqual([])

  for (const { detail, ...check } of checks) {
    const codes = codesOf(check)
    if (codes.length > 0 && codes.every((code) => REFINEMENTS.has(code)))
      expect(detail).not.toHaveProperty('advice')
    for (const value of Object.values(detail)) expect(value).not.toMatch(/listed: welcome list/)
  }
})

test('there is a case for each of these sentences', async () => {
  const said = new Set<string>()
  for (const name of CASE_NAMES) {
    const report = await corpusReport(name)
    for (const [claim] of CLAIMS) if (claim.test(verdict(report, CHECK_WORDS))) said.add(claim.source)
  }
  expect(CLAIMS.filter(([claim]) => !said.has(claim.source)).map(([claim]) => claim.source)).toEqual([])
})
