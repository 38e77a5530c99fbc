import type { RecordPlace, ReportedRecord } from '../../../aggregates.ts'
import type { RecordsOfQuery } from '../../../dmarc/source-facts.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import type { Asked } from '../reading/asked.ts'
import { pageOf, readPlace, rowsOf } from '../reading/records.ts'

/** Records of some addresses behind a place: the newest day first, and within one the report that came last. */
export async function recordsOfSources(
  db: Tx,
  asked: Asked,
  { ips, after, limit }: RecordsOfQuery,
): Promise<{ records: ReportedRecord[]; next?: RecordPlace }> {
  const at = after === undefined ? undefined : readPlace(after)
  if ((after !== undefined && !at) || ips.length === 0 || limit <= 0) return { records: [] }
  const behind = at
    ? sql` AND (s.day, s.received_at, s.report) <= (${at.day}, ${at.receivedAt}, ${at.report})
      AND ((s.day, s.received_at, s.report) < (${at.day}, ${at.receivedAt}, ${at.report}) OR r.seq > ${at.seq})`
    : sql``
  const theirs = sql` AND r.ip IN (SELECT w.no FROM dmarc_ips AS w WHERE w.ip = ANY (${[...new Set(ips)]}::text[]))`
  const order = plain('s.day DESC, s.received_at DESC, s.report DESC, r.seq')
  return pageOf(db, await rowsOf(db, asked, sql`${theirs}${behind}`, order, limit), limit)
}
