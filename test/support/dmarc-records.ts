import type { AggregateHead, Results } from '../../src/core/aggregate/report.ts'
import { granted, type Refusal, refused } from '../../src/core/refusal.ts'
import type { Aggregates, AggregateWindow, ReportedRecord } from '../../src/services/aggregates/aggregates.ts'

/** A head to make others of. */
export const REPORT_HEAD: Omit<AggregateHead, 'records' | 'contentHash'> = {
  format: 'rfc7489',
  version: '1.0',
  orgName: 'google.com',
  reportId: 'r1',
  begin: 1794614400,
  end: 1794700799,
  policyDomain: 'example.org',
  policy: { p: 'none', adkim: 'r', aspf: 'r' },
  errors: [],
  warnings: [],
  recovered: false,
  skipped: 0,
}

export const NO_RESULTS: Results = { dkim: [], spf: [], reasons: [] }

interface Made {
  uid?: string
  head?: Partial<AggregateHead>
  record?: Partial<ReportedRecord['record']>
  name?: ReportedRecord['name']
}

/** A record in a report of Google's. */
export function reported({ uid = 'dmr_1', head = {}, record = {}, name = {} }: Made = {}): ReportedRecord {
  return {
    report: {
      uid,
      head: { ...REPORT_HEAD, ...head },
      receivedAt: new Date('2026-11-15T03:10:44.512Z'),
      authenticated: true,
    },
    record: {
      ip: '192.0.2.1',
      count: 1,
      dkim: true,
      spf: false,
      disposition: 'none',
      headerFrom: 'example.org',
      results: NO_RESULTS,
      ...record,
    },
    name,
  }
}

export interface Pages {
  /** How many pages were asked for. */
  read: number
  /** The page that is refused instead, counted from 0. */
  failsAt?: number
  refusal?: Refusal
  window?: AggregateWindow
}

/** Records of a domain as the service pages through them: made when they are asked for. */
export function pagedRecords(count: number, make: (index: number) => ReportedRecord, pages: Pages) {
  const records: Aggregates['records'] = async (_actor, _id, window, { after, limit }) => {
    const isRefused = pages.failsAt === pages.read
    pages.read += 1
    pages.window = window
    if (isRefused) return refused(pages.refusal ?? { kind: 'busy' })
    const from = Number(after ?? 0)
    const end = Math.min(count, from + limit)
    const some = Array.from({ length: end - from }, (_, index) => make(from + index))
    return granted({ records: some, ...(end < count && { next: String(end) }) })
  }
  return records
}
