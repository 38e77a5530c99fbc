import type { AggregateHead } from '../../../../../core/aggregate/report.ts'
import type { AggregateSlice } from '../../../../aggregates.ts'
import { firstOf, type Prepared } from './statements.ts'

/** A report without what is counted of it. */
export type StoredReport = Pick<
  AggregateSlice,
  'uid' | 'fileId' | 'head' | 'day' | 'receivedAt' | 'authenticated'
>

const COLUMNS =
  'r.uid, r.day, r.begin_at, r.end_at, r.received_at, r.authenticated, r.head, t.text, r.file_id'

type Row = [string, number, number, number, number, number, string, string, string]

/** A report by its number. */
export function reportByNo(prepared: Prepared, no: number): StoredReport | undefined {
  const statement = prepared(`
    SELECT ${COLUMNS} FROM dmarc_reports AS r CROSS JOIN dmarc_texts AS t ON t.no = r.policy_domain WHERE r.no = ?`)
  const row = firstOf<Row>(statement, no)
  return row && reportOf(row)
}

function reportOf([
  uid,
  day,
  begin,
  end,
  receivedAt,
  authenticated,
  head,
  policyDomain,
  fileId,
]: Row): StoredReport {
  const rest = JSON.parse(head) as Omit<
    AggregateHead,
    'begin' | 'end' | 'policyDomain' | 'records' | 'contentHash'
  >
  return {
    uid,
    fileId,
    day,
    head: { ...rest, begin, end, policyDomain },
    receivedAt: new Date(receivedAt),
    authenticated: authenticated === 1,
  }
}
