import type { FilesOf, ToldFile } from '../../keeping/report-files/rows.ts'
import { isNothing } from '../../keeping/report-files/rules.ts'
import type { FileOutcome, ReportFileBounds } from '../../report-mail.ts'
import type { Db, Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { ATTACHMENT_BYTES, add, type Bytes, holdBytes, partyOf, removeAttachments } from './bytes.ts'

export interface AttachmentRules {
  /** The attachment that a file has already. */
  known(id: string): number | undefined
  /** Anybody may have sent it. */
  ofStrangers: boolean
  bounds: ReportFileBounds
}

const DAY_MS = 86_400_000
/** Looked at together where some have to go. */
const CUT_AT_ONCE = 100

export const inDays = (db: Db, days: number): Sql => sql`${db.now()} + ${days * DAY_MS}::bigint`

interface At {
  tx: Tx
  db: Db
}

/** Keeps octets of attachments. What strangers send that comes to nothing has room of its own. Gives the number of each attachment in the
 * table by its number in the mail. */
export async function keepAttachments(
  at: At,
  { accountId }: FilesOf,
  told: readonly ToldFile[],
  rules: AttachmentRules,
): Promise<Map<number, number>> {
  const numbers = new Map<number, number>()
  const more: Bytes = new Map()
  const grown = new Set<0 | 1>()
  for (const { number, attachment, apart, until, before } of attachmentsOf(at.db, told, rules)) {
    if (before === undefined) {
      grown.add(apart)
      add(more, partyOf(accountId, apart), 512 + attachment.bytes.byteLength)
    } else await prolong(at.tx, { no: before, until, apart }, more)
    const no = before ?? (await insert(at.tx, { accountId, apart, until }, attachment))
    if (no !== undefined) numbers.set(number, no)
  }
  const held = await holdBytes(at.tx, more)
  for (const apart of [...grown].toSorted()) {
    const most = apart ? rules.bounds.rejectedBytes : rules.bounds.bytes
    await cut(at.tx, accountId, apart, (held.get(partyOf(accountId, apart)) ?? 0) - most)
  }
  return numbers
}

/** What is to be kept: nothing of a failure report. */
function attachmentsOf(db: Db, told: readonly ToldFile[], { known, ofStrangers, bounds }: AttachmentRules) {
  const files = told.map(({ file }) => file)
  return [...Map.groupBy(files, ({ attachment }) => attachment?.number)].flatMap(([number, own]) => {
    const attachment = own[0]?.attachment
    if (number === undefined || !attachment) return []
    if (own.some(({ reason }) => reason === 'failure_report')) return []
    const nothing = own.every(isNothing)
    const apart: 0 | 1 = nothing || ofStrangers ? 1 : 0
    const until = inDays(db, nothing ? bounds.days.nothing : bounds.days.reports)
    const before = own.map(({ id }) => known(id)).find((no) => no !== undefined)
    return [{ number, attachment, apart, until, before }]
  })
}

async function insert(
  tx: Tx,
  { accountId, apart, until }: { accountId: string; apart: number; until: Sql },
  { bytes, gzip }: NonNullable<FileOutcome['attachment']>,
): Promise<number | undefined> {
  const row = await tx.first<{ no: number }>(sql`
    INSERT INTO report_attachments (account_id, rejected, expires_at, gzip, bytes)
      VALUES (${accountId}, ${apart}::smallint, ${until}, ${gzip ? 1 : 0}::smallint, ${bytes}::bytea) RETURNING no`)
  return row?.no
}

/** Keeps it for longer; apart it is no more where its sender is known now. */
async function prolong(
  tx: Tx,
  { no, until, apart }: { no: number; until: Sql; apart: 0 | 1 },
  more: Bytes,
): Promise<void> {
  const was = await tx.first<{ accountId: string; rejected: number; bytes: number }>(sql`
    SELECT account_id, rejected, ${ATTACHMENT_BYTES} AS bytes FROM report_attachments WHERE no = ${no} FOR UPDATE`)
  if (!was) return
  const joins = apart === 0 && was.rejected === 1
  await tx.run(sql`UPDATE report_attachments SET expires_at = greatest(expires_at, ${until}), rejected = ${joins ? 0 : was.rejected}::smallint
    WHERE no = ${no}`)
  if (!joins) return
  add(more, partyOf(was.accountId, 1), -was.bytes)
  add(more, partyOf(was.accountId, 0), was.bytes)
}

/** The oldest go, as many as free so many bytes. */
async function cut(tx: Tx, accountId: string, apart: number, over: number): Promise<void> {
  for (let left = over; left > 0; ) {
    const { count, bytes } = await removeAttachments(
      tx,
      sql`SELECT no FROM (
          SELECT no, sum(size) OVER (ORDER BY no) - size AS before FROM (
            SELECT no, ${ATTACHMENT_BYTES} AS size FROM report_attachments
              WHERE account_id = ${accountId} AND rejected = ${apart}::smallint ORDER BY no LIMIT ${CUT_AT_ONCE}) AS oldest) AS w
        WHERE before < ${left}::bigint`,
    )
    if (count === 0) return
    left -= bytes
  }
}
