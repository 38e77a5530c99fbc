import { createHash } from 'node:crypto'
import type { TlsFailure, TlsPolicy, TlsReport } from '../../../core/tls-report.ts'
import { type Chance, chanceOf, rounded } from './chance.ts'
import { isWeekend } from './scenario.ts'
import type { SampleDays } from './year.ts'

const DAY_SECONDS = 86_400
const REPORTERS = [
  { orgName: 'Google Inc.', contact: 'smtp-tls-reporting@google.com', share: 0.6 },
  { orgName: 'Microsoft Corporation', contact: 'tlsrpt-noreply@microsoft.com', share: 0.4 },
] as const

/** Its MTA-STS policy was taken away on this day, counted from the first. */
const POLICY_UNTIL = 250

/** Troubles in the year of a mail host. */
const TROUBLES = [
  { from: 82, to: 87, type: 'certificate-expired', share: 1 },
  { from: 240, to: 242, type: 'sts-policy-fetch-error', share: 0.7 },
  { from: 340, to: 362, type: 'starttls-not-supported', share: 0.01 },
] as const

export interface SampleTlsReport {
  report: TlsReport
  receivedAt: Date
}

/** TLS reports about the domain's own mail host on these days. */
export function* tlsReportsOf(
  { domain, seed, size }: { domain: string; seed: number; size: number },
  { first, from, to }: SampleDays,
): Generator<SampleTlsReport> {
  const chance = chanceOf(seed)
  for (let day = from; day <= to; day += 1) {
    for (const reporter of REPORTERS) {
      const sessions = rounded(
        size * 0.2 * reporter.share * unevenOf(day, chance),
        chance('tls', day, reporter.orgName),
      )
      if (sessions === 0) continue
      const trouble = TROUBLES.find((one) => one.from <= day - first && day - first < one.to)
      const failed = trouble ? rounded(sessions * trouble.share, chance('failed', day, reporter.orgName)) : 0
      const policy = day - first < POLICY_UNTIL ? stsPolicy(domain) : NO_POLICY
      yield reportOf(
        { ...reporter, domain, day, policy },
        { sessions, failed, ...(trouble && { type: trouble.type }) },
      )
    }
  }
}

/** Days are not like one another. */
const unevenOf = (day: number, chance: Chance) =>
  (isWeekend(day) ? 0.5 : 1) * (0.8 + 0.4 * chance('sessions', day))

const hostOf = (domain: string) => `mail.${domain}`

const stsPolicy = (domain: string) => ({
  type: 'sts',
  hosts: [hostOf(domain)],
  lines: ['version: STSv1', 'mode: testing', `mx: ${hostOf(domain)}`, 'max_age: 604800'],
})
const NO_POLICY = { type: 'no-policy-found', hosts: [], lines: [] }

interface OfDay {
  orgName: string
  contact: string
  domain: string
  day: number
  policy: Pick<TlsPolicy, 'type' | 'hosts' | 'lines'>
}

interface Sessions {
  sessions: number
  failed: number
  /** What went wrong. */
  type?: string
}

function reportOf(
  { orgName, contact, domain, day, policy }: OfDay,
  { sessions, failed, type }: Sessions,
): SampleTlsReport {
  const begin = day * DAY_SECONDS
  const details: TlsFailure[] =
    failed > 0 && type !== undefined
      ? [{ type, receivingHost: hostOf(domain), receivingIp: '192.0.2.10', sessions: failed }]
      : []
  const report: Omit<TlsReport, 'contentHash'> = {
    orgName,
    contact,
    reportId: `${begin}.${domain}`,
    begin,
    end: begin + DAY_SECONDS - 1,
    policies: [{ ...policy, domain, successes: sessions - failed, failures: failed, details }],
    warnings: [],
  }
  const contentHash = createHash('sha256').update(JSON.stringify(report)).digest('hex')
  return {
    report: { ...report, contentHash },
    receivedAt: new Date((begin + DAY_SECONDS + 3 * 3_600) * 1000),
  }
}
