import type { Db, Tx } from '../../sql/database.ts'
import { plain, sql } from '../../sql/statement.ts'
import { dropEmpty, SLICE, type Slice, take } from './leaving.ts'
import { ofAccount } from './of-account.ts'
import { AT_ONCE, slicesOf } from './put.ts'
import { removed } from './reports.ts'

/** Later than any day. */
const END_OF_DAYS = 2 ** 31 - 1
/** Texts and addresses that one call sweeps, at most. */
const SWEPT_AT_ONCE = 10_000
/** An address that nothing uses is left alone so long: no transaction that knows it from before lasts longer. */
const IDLE_MS = 3_600_000
/** A report that makes room is left alone so long: whose place it is may be on its way. */
const ABANDONED_MS = 3_600_000

/** What is past its time of an account, so many records at most. Gives how many went. */
export async function deleteOld(db: Db, accountId: string, day: number, limit: number): Promise<number> {
  const gone = await ofAccount(
    db,
    accountId,
    async (tx) =>
      (await removeBefore(tx, accountId, day, limit, db.now)) || void (await sweep(tx, accountId, day)),
  )
  if (gone) return gone
  await sweepIps(db)
  return 0
}

async function removeBefore(
  tx: Tx,
  accountId: string,
  day: number,
  limit: number,
  now: Db['now'],
): Promise<number> {
  const most = Math.min(limit, AT_ONCE)
  const slices = await tx.all<Slice>(sql`
    SELECT ${plain(SLICE.text)} FROM dmarc_slices
      WHERE domain IN (SELECT no FROM dmarc_domains WHERE account_id = ${accountId}) AND day < ${day}
      ORDER BY domain, day, received_at, report LIMIT ${most}`)
  const gone = await take(tx, slices, most, { isOld: true, now })
  await dropEmpty(
    tx,
    slices.map(({ report }) => report),
  )
  return gone
}

/** Texts that nothing has any more, once no record is left from before a day. */
async function sweep(tx: Tx, accountId: string, day: number): Promise<void> {
  for (const table of ['dmarc_texts', 'dmarc_results']) {
    await tx.run(sql`
      DELETE FROM ${plain(table)} WHERE no IN (
        SELECT no FROM ${plain(table)} WHERE account_id = ${accountId} AND last_day < ${day} LIMIT ${SWEPT_AT_ONCE})`)
  }
}

/** Addresses that no domain has any more. */
async function sweepIps(db: Db): Promise<void> {
  await db.write(async (tx) => {
    const rows = await tx.all<{ no: number; isUsed: boolean }>(sql`
      SELECT i.no, EXISTS (SELECT 1 FROM dmarc_seen AS s WHERE s.ip = i.no) AS is_used FROM dmarc_ips AS i
        WHERE i.idle_since < ${db.now()} - ${IDLE_MS} ORDER BY i.no LIMIT ${SWEPT_AT_ONCE} FOR UPDATE OF i SKIP LOCKED`)
    const [used, unused] = [rows.filter(({ isUsed }) => isUsed), rows.filter(({ isUsed }) => !isUsed)]
    const nos = (those: typeof rows) => sql`${those.map(({ no }) => no)}::int8[]`
    if (used.length > 0)
      await tx.run(sql`UPDATE dmarc_ips SET idle_since = NULL WHERE no = ANY (${nos(used)})`)
    if (unused.length > 0) await tx.run(sql`DELETE FROM dmarc_ips WHERE no = ANY (${nos(unused)})`)
  })
}

/** Reports of an account that goes: all of them, piece by piece. Gives how many rows went; 0: nothing is left. */
export function deleteReportsOf(db: Db, accountId: string, limit: number): Promise<number> {
  const most = Math.min(limit, AT_ONCE)
  const some = async (tx: Tx, table: string, key: string) =>
    tx.run(sql`
      DELETE FROM ${plain(table)} WHERE ${plain(key)} IN (
        SELECT ${plain(key)} FROM ${plain(table)} WHERE account_id = ${accountId} LIMIT ${most})`)
  return ofAccount(
    db,
    accountId,
    async (tx) =>
      (await removeBefore(tx, accountId, END_OF_DAYS, most, db.now)) ||
      (await some(tx, 'dmarc_reports', 'no')) ||
      (await some(tx, 'dmarc_texts', 'no')) ||
      (await some(tx, 'dmarc_results', 'no')) ||
      (await some(tx, 'dmarc_domains', 'no')),
  )
}

/** Takes away some of a report that was to make room for one that never came back. Gives how many were looked at. */
export async function clearAbandoned(db: Db): Promise<number> {
  const found = await db.first<{ no: number; accountId: string }>(sql`
    SELECT no, account_id FROM dmarc_reports
      WHERE leaving_at IS NOT NULL AND leaving_at < ${db.now()} - ${ABANDONED_MS} ORDER BY leaving_at LIMIT 1`)
  if (!found) return 0
  const { no, accountId } = found
  return ofAccount(db, accountId, async (tx) => {
    const slices = await slicesOf(tx, no)
    const records = slices.reduce((sum, one) => sum + one.records, 0)
    await take(tx, slices, AT_ONCE, { isOld: false, now: db.now })
    if (records <= AT_ONCE) await removed(tx, no)
    return 1
  })
}
