import type { ReportMailStore } from '../../report-mail.ts'
import { deleteComplaintsOf } from '../complaints/deletion.ts'
import type { Db, Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { deleteTlsReportsOf } from '../tls/writes.ts'
import { removeAttachments, removeMails } from './bytes.ts'
import { holdFiles } from './claimed.ts'
import { removeFiles } from './counting.ts'

/** A mail that waits may be large. */
const MAILS_AT_ONCE = 5

/** Files go piece by piece, with their attachments. */
export function fileDeletion(db: Db): Pick<ReportMailStore, 'tidy' | 'deleteBefore'> {
  return {
    async tidy(now, limit) {
      const at = now.getTime()
      return (
        (await db.write((tx) => deleteGone(tx, limit))) ||
        (await db.write((tx) => deleteOctets(tx, at, limit))) ||
        (await db.write((tx) => deleteExpired(tx, at, limit)))
      )
    },
    deleteBefore: (accountId, at, limit) =>
      db.write(
        (tx) =>
          removeFiles(
            tx,
            sql`SELECT seq FROM report_files WHERE account_id = ${accountId} AND received_at < ${at.getTime()}::bigint
              ORDER BY received_at LIMIT ${limit}`,
            { octets: true },
          ),
        { lock: ['reports', accountId] },
      ),
  }
}

/** What is left of a domain that is gone; some of it. */
async function deleteGone(tx: Tx, limit: number): Promise<number> {
  const gone = await tx.first<{ domainId: string }>(
    sql`SELECT domain_id FROM report_domains_gone ORDER BY domain_id LIMIT 1`,
  )
  if (!gone) return 0
  const { domainId } = gone
  const mails = sql`SELECT seq FROM report_mails WHERE domain_id = ${domainId} LIMIT ${MAILS_AT_ONCE}`
  const files = sql`SELECT seq FROM report_files WHERE domain_id = ${domainId} ORDER BY seq LIMIT ${limit}`
  const deleted =
    (await removeMails(tx, mails)) ||
    (await removeHeld(tx, files)) ||
    (await deleteTlsReportsOf(tx, domainId, limit)) ||
    (await deleteComplaintsOf(tx, domainId, limit))
  return deleted || tx.run(sql`DELETE FROM report_domains_gone WHERE domain_id = ${domainId}`)
}

async function removeHeld(tx: Tx, files: Sql): Promise<number> {
  const accounts = await tx.all<{ accountId: string }>(
    sql`SELECT DISTINCT account_id FROM report_files WHERE seq IN (${files}) ORDER BY account_id`,
  )
  for (const { accountId } of accounts) await holdFiles(tx, accountId)
  return removeFiles(tx, files, { octets: true })
}

/** Octets whose time is over, of one account at a time. */
async function deleteOctets(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all<{
    no: number
    accountId: string
  }>(sql`SELECT no, account_id FROM report_attachments
    WHERE expires_at < ${at}::bigint ORDER BY expires_at LIMIT ${limit}`)
  const accountId = old[0]?.accountId
  if (accountId === undefined) return 0
  await holdFiles(tx, accountId)
  const nos = old.filter((one) => one.accountId === accountId).map(({ no }) => no)
  const { count } = await removeAttachments(
    tx,
    // They may have been prolonged meanwhile.
    sql`SELECT no FROM report_attachments WHERE no = ANY (${nos}::bigint[]) AND expires_at < ${at}::bigint`,
  )
  return Math.max(count, 1)
}

async function deleteExpired(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all<{ seq: number; accountId: string }>(sql`SELECT seq, account_id FROM report_files
    WHERE expires_at IS NOT NULL AND expires_at < ${at}::bigint ORDER BY expires_at LIMIT ${limit}`)
  const accountId = old[0]?.accountId
  if (accountId === undefined) return 0
  await holdFiles(tx, accountId)
  const seqs = old.filter((one) => one.accountId === accountId).map(({ seq }) => seq)
  const some = sql`SELECT seq FROM report_files WHERE seq = ANY (${seqs}::bigint[]) AND expires_at < ${at}::bigint`
  return Math.max(await removeFiles(tx, some, { octets: false }), 1)
}
