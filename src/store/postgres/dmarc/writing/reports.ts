import { dayOfReport } from '../../../../core/aggregate/report.ts'
import type { Incoming } from '../../../keeping/dmarc/incoming.ts'
import type { KnownReport } from '../../../keeping/dmarc/rules.ts'
import type { Db, Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'
import { bigints, integers } from './lists.ts'

/** A row of dmarc_reports. */
export interface KeptReport extends KnownReport {
  no: number
  leavingFor: Uint8Array | null
  recordsIn: number
  day: number
  reporter: number
  sender: number | null
  /** Who it is. */
  senderName: string | null
}

/** Reports that have the keys of these; undefined at the place of one whose key is new. */
export async function byKeys(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
): Promise<(KeptReport | undefined)[]> {
  const rows = await tx.all<KeptReport & { at: number }>(sql`
    SELECT w.at::int4 AS at, r.no, r.uid, r.content_hash, r.file_id, r.replaced_file, r.leaving_for, r.pieces_in, r.records_in, r.pieces, r.day,
      r.received_at, r.reporter, r.sender, t.text AS sender_name, r.authenticated
    FROM unnest(${keys}::text[]) WITH ORDINALITY AS w (key, at)
      CROSS JOIN LATERAL (
        SELECT no, uid, content_hash, file_id, replaced_file, leaving_for, pieces_in, records_in, pieces, day, received_at, reporter, sender,
          authenticated FROM dmarc_reports WHERE account_id = ${accountId} AND key_hash = decode(w.key, 'hex') LIMIT 1) AS r
      LEFT JOIN dmarc_texts AS t ON t.no = r.sender`)
  const found: (KeptReport | undefined)[] = keys.map(() => undefined)
  for (const { at, ...row } of rows) found[at - 1] = row
  return found
}

/** What a report says of itself: dmarc_texts. */
export interface ReportTexts {
  reporter: number
  reporterName: number
  policyDomain: number
  policy: number
  sender: number | null
}

/** A report that is begun. */
export interface NewReport extends ReportTexts {
  incoming: Incoming
  replacedFile: string | null
  /** Pieces that are entered with it, and how many records they have. */
  pieces: number
  records: number
}

/** Gives their numbers, in the same order. */
export async function begun(tx: Tx, accountId: string, reports: readonly NewReport[]): Promise<number[]> {
  if (reports.length === 0) return []
  const text = (pick: (one: NewReport) => string | null) => sql`${reports.map(pick)}::text[]`
  const big = (pick: (one: NewReport) => number | null) => bigints(reports.map(pick))
  const whole = (pick: (one: NewReport) => number) => integers(reports.map(pick))
  const rows = await tx.all<{ no: number; uid: string }>(sql`
    INSERT INTO dmarc_reports (account_id, uid, key_hash, content_hash, file_id, replaced_file, head, received_at, begin_at, end_at,
        reporter, reporter_name, policy_domain, policy, sender, pieces_in, records_in, pieces, day, authenticated)
      SELECT ${accountId}, w.uid, decode(w.key, 'hex'), decode(w.content, 'hex'), w.file_id, w.replaced_file, w.head, w.received_at,
        w.begin_at, w.end_at, w.reporter, w.reporter_name, w.policy_domain, w.policy, w.sender, w.pieces_in, w.records_in, w.pieces,
        w.day, w.authenticated
      FROM unnest(${text(({ incoming }) => incoming.uid)}, ${text(({ incoming }) => incoming.key)},
        ${text(({ incoming }) => incoming.content)}, ${text(({ incoming }) => incoming.fileId)},
        ${text(({ replacedFile }) => replacedFile)}, ${text(({ incoming }) => incoming.head)},
        ${big(({ incoming }) => incoming.receivedAt)}, ${big(({ incoming }) => incoming.begin)},
        ${big(({ incoming }) => incoming.end)}, ${big(({ reporter }) => reporter)}, ${big(({ reporterName }) => reporterName)},
        ${big(({ policyDomain }) => policyDomain)}, ${big(({ policy }) => policy)}, ${big(({ sender }) => sender)},
        ${whole(({ pieces }) => pieces)}, ${whole(({ records }) => records)}, ${whole(({ incoming }) => incoming.pieces)},
        ${whole(({ incoming }) => dayOfReport(incoming))}, ${whole(({ incoming }) => (incoming.authenticated ? 1 : 0))})
        AS w (uid, key, content, file_id, replaced_file, head, received_at, begin_at, end_at, reporter, reporter_name, policy_domain,
          policy, sender, pieces_in, records_in, pieces, day, authenticated)
      RETURNING no, uid`)
  const byUid = new Map(rows.map(({ no, uid }) => [uid, no]))
  return reports.map(({ incoming }) => byUid.get(incoming.uid) ?? 0)
}

/** More pieces of a report are in. Its texts may have been swept since it was begun, while nothing of it was there. */
export async function grown(
  tx: Tx,
  no: number,
  { pieces, records }: Pick<NewReport, 'pieces' | 'records'>,
  { reporter, reporterName, policyDomain, policy, sender }: ReportTexts,
): Promise<void> {
  await tx.run(sql`
    UPDATE dmarc_reports SET pieces_in = pieces_in + ${pieces}::int4, records_in = records_in + ${records}::int4,
        reporter = ${reporter}, reporter_name = ${reporterName}, policy_domain = ${policyDomain}, policy = ${policy}, sender = ${sender}
      WHERE no = ${no}`)
}

/** Its records go, so that a report with this content can take its place. */
export async function leaves(tx: Tx, no: number, content: Uint8Array, now: Db['now']): Promise<void> {
  await tx.run(
    sql`UPDATE dmarc_reports SET leaving_for = ${content}, leaving_at = ${now()} WHERE no = ${no} AND leaving_for IS NULL`,
  )
}

export async function removed(tx: Tx, no: number): Promise<void> {
  await tx.run(sql`DELETE FROM dmarc_reports WHERE no = ${no}`)
}
