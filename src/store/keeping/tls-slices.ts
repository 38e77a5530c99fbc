import { createHash } from 'node:crypto'
import { reporterOf } from '../../core/aggregate/report.ts'
import type { TlsFailure, TlsPolicy, TlsReport } from '../../core/tls-report.ts'
import type { TlsDay, TlsSummary } from '../tls-reports.ts'
import type { Home, VerifiedDomain } from './dmarc/home.ts'

/** A report, as far as it is about one verified domain. */
export interface TlsSlice {
  domain: VerifiedDomain
  report: TlsReport
}

/** Details that are kept of a report, the largest; its file has all of them. */
const MOST_DETAILS = 1_000
/** Kinds of failure by host that one report adds to the counts; the rest count without a host. */
const MOST_KINDS = 200

/** Whose policies are: of the closest verified domain at or above the domain they name. */
export function slicesOf(report: TlsReport, home: Home, named: string): TlsSlice[] {
  const slices = new Map<string, TlsSlice>()
  let left = MOST_DETAILS
  for (const policy of report.policies) {
    const name = policy.domain ?? named
    const domain = home(name, name)
    if (!domain) continue
    const slice = slices.get(domain.id) ?? { domain, report: { ...report, policies: [] } }
    const details = largest(policy.details, left)
    left -= details.length
    slice.report.policies.push({ ...policy, details })
    slices.set(domain.id, slice)
  }
  // A report without any policy says that nothing was seen, of the domain that it came for.
  if (report.policies.length === 0) {
    const domain = home(named, named)
    if (domain) slices.set(domain.id, { domain, report })
  }
  return [...slices.values()]
}

const largest = (details: readonly TlsFailure[], most: number): TlsFailure[] =>
  details.length <= most
    ? [...details]
    : details.toSorted((one, other) => other.sessions - one.sessions).slice(0, Math.max(0, most))

/** What a report adds to the counts of its day. */
export interface TlsCounts {
  policies: { type: string; successes: number; failures: number }[]
  failed: { type: string; host: string; sessions: number }[]
}

export function countsOf({ policies }: Pick<TlsReport, 'policies'>): TlsCounts {
  const byType = new Map<string, { type: string; successes: number; failures: number }>()
  for (const { type, successes, failures } of policies) {
    const row = byType.get(type) ?? { type, successes: 0, failures: 0 }
    byType.set(type, { type, successes: row.successes + successes, failures: row.failures + failures })
  }
  return { policies: [...byType.values()], failed: failedOf(policies) }
}

function failedOf(policies: readonly TlsPolicy[]): TlsCounts['failed'] {
  const kinds = new Map<string, TlsCounts['failed'][number]>()
  const add = (type: string, host: string, sessions: number) => {
    const key = `${type} ${host}`
    const row = kinds.get(key)
    if (row) row.sessions += sessions
    else if (host === '' || kinds.size < MOST_KINDS) kinds.set(key, { type, host, sessions })
    else add(type, '', sessions)
  }
  for (const { details } of policies) {
    for (const { type, receivingHost = '', sessions } of details) add(type, receivingHost, sessions)
  }
  return [...kinds.values()].filter(({ sessions }) => sessions > 0)
}

/** Sessions of all policies together. */
export function sessionsOf({ policies }: Pick<TlsReport, 'policies'>): {
  successes: number
  failures: number
} {
  return policies.reduce(
    (sum, { successes, failures }) => ({
      successes: sum.successes + successes,
      failures: sum.failures + failures,
    }),
    { successes: 0, failures: 0 },
  )
}

/** Reports of one key are the same. One that names neither reporter nor id is known by what it holds. */
export function keyOf(report: TlsReport): Buffer {
  const who = reporterOf(report)
  const facts = [who, report.reportId, report.begin, report.end]
  if (who === '' && report.reportId === '') facts.push(report.contentHash)
  return createHash('sha256').update(JSON.stringify(facts)).digest().subarray(0, 16)
}

/** What the policies of a kind count on a day. */
export interface TlsDayRow {
  day: number
  type: string
  reports: number
  successes: number
  failures: number
}

/** Sums by day, in the order of the rows. */
export function tlsDaysOf(rows: readonly TlsDayRow[]): TlsDay[] {
  const days = new Map<number, TlsDay>()
  for (const { day, successes, failures } of rows) {
    const one = days.get(day) ?? { day, successes: 0, failures: 0 }
    days.set(day, { day, successes: one.successes + successes, failures: one.failures + failures })
  }
  return [...days.values()]
}

/** Sums by kind of policy, those with most reports first. */
export function policiesOf(rows: readonly TlsDayRow[]): TlsSummary['policies'] {
  const types = new Map<string, TlsSummary['policies'][number]>()
  for (const { type, reports, successes, failures } of rows) {
    const one = types.get(type) ?? { type, reports: 0, successes: 0, failures: 0 }
    types.set(type, {
      type,
      reports: one.reports + reports,
      successes: one.successes + successes,
      failures: one.failures + failures,
    })
  }
  return [...types.values()].toSorted((one, other) => other.reports - one.reports)
}
