import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import {
  type AggregateHead,
  type AggregateRecord,
  DISPOSITIONS,
  dayOfReport,
  OVERRIDES,
  type Results,
} from '../../../../src/core/aggregate/report.ts'
import type { NewAggregate } from '../../../../src/store/aggregates.ts'

/** A report with its records as they were before they were packed. */
export interface MadeReport {
  report: NewAggregate
  day: number
  records: (Omit<AggregateRecord, 'results'> & { results: Results })[]
}

export interface ReportPlan {
  accountId: string
  policyDomain: string
  day: number
  authenticated?: boolean
  records?: number
  /** From domains of the records. */
  froms?: readonly string[]
  ips?: readonly string[]
  reporters?: readonly string[]
  /** Whom authenticated ones are proved to come from; undefined: nobody. */
  senders?: readonly (string | undefined)[]
  receivedAt?: Date
}

const DAY_SECONDS = 86_400
const pick = <T>(chance: () => number, all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T

const SENDERS = [undefined, 'google.com', 'microsoft.com', 'anybody.example']

/** A report that nobody else has, out of chance. */
export function madeReport(chance: () => number, plan: ReportPlan): MadeReport {
  const {
    accountId,
    policyDomain,
    day,
    authenticated = chance() < 0.7,
    records: count = 1 + Math.floor(chance() * 6),
  } = plan
  const sender = authenticated ? pick(chance, plan.senders ?? SENDERS) : undefined
  const results = Array.from({ length: 3 }, () => madeResults(chance, policyDomain))
  const indexed = Array.from({ length: count }, () => madeRecord(chance, plan, results.length))
  const head = madeHead(chance, plan, count)
  return {
    day: dayOfReport(head),
    records: indexed.map((record) => ({ ...record, results: results[record.results] as Results })),
    report: {
      aggregate: { head, pieces: [packPiece({ results, records: indexed })] },
      accountId,
      fileId: crypto.randomUUID(),
      uid: `dmr_${crypto.randomUUID()}`,
      receivedAt: plan.receivedAt ?? new Date((day + 1) * DAY_SECONDS * 1000 + Math.floor(chance() * 1e7)),
      authenticated,
      ...(sender !== undefined && { sender }),
    },
  }
}

function madeHead(
  chance: () => number,
  { policyDomain, day, reporters }: ReportPlan,
  records: number,
): AggregateHead {
  const orgName = pick(chance, reporters ?? ['google.com', 'Outlook.com', 'Mail.Ru'])
  const isLong = chance() < 0.1
  return {
    format: pick(chance, ['rfc7489', 'rfc9990']),
    orgName,
    orgEmail: `dmarc@${orgName.toLowerCase()}`,
    reportId: crypto.randomUUID(),
    begin: day * DAY_SECONDS - (isLong ? DAY_SECONDS : 0),
    end: (day + (isLong ? 2 : 1)) * DAY_SECONDS - 1,
    policyDomain,
    policy: { p: pick(chance, ['none', 'quarantine', 'reject']), adkim: 'r', aspf: 's', pct: 100 },
    errors: [],
    warnings: chance() < 0.2 ? ['dkim_selector_missing'] : [],
    recovered: false,
    records,
    skipped: 0,
    contentHash: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'),
  }
}

function madeResults(chance: () => number, domain: string): Results {
  const result = () => pick(chance, ['pass', 'fail', 'none'])
  return {
    dkim: chance() < 0.7 ? [{ domain, selector: 's1', result: result() }] : [],
    spf: chance() < 0.8 ? [{ domain, scope: 'mfrom', result: result() }] : [],
    reasons:
      chance() < 0.3
        ? [{ type: pick(chance, OVERRIDES), ...(chance() < 0.5 && { comment: 'arc=pass' }) }]
        : [],
  }
}

function madeRecord(chance: () => number, plan: ReportPlan, results: number): AggregateRecord {
  return {
    ip: pick(chance, plan.ips ?? ['9.9.9.9', '8.8.8.8', '8.8.4.4', '2001:db8::1', '1.1.1.1', '1.0.0.1']),
    count: 1 + Math.floor(chance() ** 3 * 100),
    dkim: chance() < 0.7,
    spf: chance() < 0.4,
    disposition: pick(chance, DISPOSITIONS),
    headerFrom: pick(chance, plan.froms ?? [plan.policyDomain]),
    ...(chance() < 0.5 && { envelopeFrom: `bounce.${plan.policyDomain}` }),
    results: Math.floor(chance() * results),
  }
}
