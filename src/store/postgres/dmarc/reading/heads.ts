import type { AggregateHead } from '../../../../core/aggregate/report.ts'
import type { AggregateSlice } from '../../../aggregates.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import { bigints } from '../writing/lists.ts'

/** A report without what is counted of it. */
export type StoredReport = Pick<
  AggregateSlice,
  'uid' | 'fileId' | 'head' | 'day' | 'receivedAt' | 'authenticated'
>

/** Columns of a `HeadRow`, of dmarc_reports AS p and dmarc_texts AS d for its policy domain. */
export const HEAD = plain(
  'p.uid, p.day, p.begin_at, p.end_at, p.received_at, p.authenticated, p.head, d.text AS policy_domain, p.file_id',
)

export interface HeadRow {
  uid: string
  day: number
  beginAt: number
  endAt: number
  receivedAt: number
  authenticated: number
  head: string
  policyDomain: string
  fileId: string
}

export function reportOf(row: HeadRow): StoredReport {
  const rest = JSON.parse(row.head) as Omit<
    AggregateHead,
    'begin' | 'end' | 'policyDomain' | 'records' | 'contentHash'
  >
  return {
    uid: row.uid,
    fileId: row.fileId,
    day: row.day,
    head: { ...rest, begin: row.beginAt, end: row.endAt, policyDomain: row.policyDomain },
    receivedAt: new Date(row.receivedAt),
    authenticated: row.authenticated === 1,
  }
}

/** Reports by number. */
export async function reportsByNo(db: Tx, nos: readonly number[]): Promise<Map<number, StoredReport>> {
  if (nos.length === 0) return new Map()
  const rows = await db.all<HeadRow & { no: number }>(sql`
    SELECT p.no, ${HEAD} FROM dmarc_reports AS p JOIN dmarc_texts AS d ON d.no = p.policy_domain WHERE p.no = ANY (${bigints(nos)})`)
  return new Map(rows.map((row) => [row.no, reportOf(row)]))
}
