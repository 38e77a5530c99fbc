import type { Outcome } from '../../../core/aggregate/file.ts'
import type { FilesOf, ToldFile } from '../../keeping/report-files/rows.ts'
import { areOfStrangers, isNews, isNothing } from '../../keeping/report-files/rules.ts'
import type { Authentication, ReportFileBounds } from '../../report-mail.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { inDays, keepAttachments } from './attachments.ts'
import { FileCounts, removeFiles } from './counting.ts'
import { tellOfReports } from './events.ts'

/** Deleted of a list at a time: it grows by a mail at a time. */
const CUT_AT_ONCE = 100
const BOUNDED = ['rejected', 'duplicate', 'conflict'] as const

interface Known {
  id: string
  domainId: string
  outcome: Outcome
  authentication: Authentication
  attachment: number | null
}

interface At {
  tx: Tx
  db: Db
}

/** Keeps what became of the files of a mail or an import. Whoever asks holds the files of the account. */
export async function keepFiles(
  at: At,
  of: FilesOf,
  given: readonly ToldFile[],
  bounds: ReportFileBounds,
): Promise<void> {
  const { tx } = at
  // One file, one row, whatever was handed over.
  const told = [...new Map(given.map((one) => [one.file.id, one])).values()]
  const domain = await tx.first(
    sql`SELECT id FROM domains WHERE id = ${of.domainId} AND account_id = ${of.accountId} FOR KEY SHARE`,
  )
  if (!domain || told.length === 0) return
  const rows =
    await tx.all<Known>(sql`SELECT id, domain_id, outcome, authentication, attachment FROM report_files
    WHERE id = ANY (${told.map(({ file }) => file.id)}::text[])`)
  const known = new Map(rows.map((row) => [row.id, row]))
  const numbers = await keepAttachments(at, of, told, {
    bounds,
    known: (id) => known.get(id)?.attachment ?? undefined,
    ofStrangers: areOfStrangers(of, told),
  })
  const attachments = told.map(({ file }) => {
    const number = file.attachment && numbers.get(file.attachment.number)
    return known.get(file.id)?.attachment ?? number ?? null
  })
  await upsert(at, of, told, { attachments, days: bounds.days.nothing })
  await count(tx, of, told, known)
  const news = told.filter((one) => isNews(of, one, known.get(one.file.id)))
  await tellOfReports(
    at,
    news.flatMap(({ file }) => file.uid ?? []),
  )
  await cutLists(tx, of.domainId, bounds.listed)
}

async function upsert(
  { tx, db }: At,
  of: FilesOf,
  told: readonly ToldFile[],
  { attachments, days }: { attachments: readonly (number | null)[]; days: number },
): Promise<void> {
  const each = (value: (one: ToldFile['file']) => unknown) => told.map(({ file }) => value(file) ?? null)
  await tx.run(sql`
    INSERT INTO report_files (id, account_id, domain_id, mail_id, source, received_at, name, size, kind, outcome, reason, detail,
        report_uid, reporter, authentication, sender, attachment, place, expires_at)
      SELECT n.id, ${of.accountId}, ${of.domainId}, ${of.mailId ?? null}, ${of.source}, ${of.receivedAt}::bigint, n.name, n.size, n.kind,
          n.outcome, n.reason, n.detail, n.uid, n.reporter, n.authentication, ${of.from ?? null}, n.attachment, n.place,
          CASE WHEN n.is_nothing = 1 THEN ${inDays(db, days)} END
        FROM unnest(${each(({ id }) => id)}::text[], ${each(({ name }) => name)}::text[], ${each(({ size }) => size)}::bigint[],
            ${each(({ kind }) => kind)}::text[], ${each(({ outcome }) => outcome)}::text[], ${each(({ reason }) => reason)}::text[],
            ${each(({ detail }) => detail)}::text[], ${each(({ uid }) => uid)}::text[], ${each(({ reporter }) => reporter)}::text[],
            ${told.map(({ authentication }) => authentication)}::text[], ${attachments}::bigint[],
            ${each(({ attachment }) => attachment?.place ?? 0)}::integer[], ${each((file) => (isNothing(file) ? 1 : 0))}::integer[])
          WITH ORDINALITY AS n (id, name, size, kind, outcome, reason, detail, uid, reporter, authentication, attachment, place, is_nothing, at)
        ORDER BY n.at
    ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail,
      report_uid = excluded.report_uid, authentication = excluded.authentication, sender = excluded.sender,
      attachment = excluded.attachment, expires_at = excluded.expires_at`)
}

async function count(
  tx: Tx,
  { domainId }: FilesOf,
  told: readonly ToldFile[],
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  const more = new FileCounts()
  for (const { file } of told) {
    const before = known.get(file.id)
    if (before) more.add(before.domainId, before.outcome, -1)
    more.add(before?.domainId ?? domainId, file.outcome, 1)
  }
  await more.write(tx)
}

/** The oldest of what came to nothing go where more is listed than may be. */
async function cutLists(tx: Tx, domainId: string, most: number): Promise<void> {
  const over = await tx.all<{ outcome: string; files: number }>(sql`
    SELECT outcome, files FROM report_file_counts
      WHERE domain_id = ${domainId} AND outcome = ANY (${BOUNDED}::text[]) AND files > ${most}::bigint ORDER BY outcome`)
  for (const { outcome, files } of over) {
    const some = sql`SELECT seq FROM report_files WHERE domain_id = ${domainId} AND outcome = ${outcome}
      ORDER BY seq LIMIT ${Math.min(files - most, CUT_AT_ONCE)}`
    await removeFiles(tx, some, { octets: false })
  }
}
