import type { Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

/** What a mail takes, and what an attachment does; as SQLite counts it. */
export const MAIL_BYTES = plain('(512 + octet_length(envelope) + octet_length(raw))')
export const ATTACHMENT_BYTES = plain('(512 + octet_length(bytes))')

/** Bytes by whom they are counted for. */
export type Bytes = Map<string, number>

export const add = (to: Bytes, party: string, bytes: number): unknown =>
  to.set(party, (to.get(party) ?? 0) + bytes)

/** Counts bytes that come, or go; gives what the parties have then. Their rows are held until the end of the transaction. */
export async function holdBytes(tx: Tx, more: Bytes): Promise<Bytes> {
  if (more.size === 0) return new Map()
  const parties = [...more.keys()]
  const rows = await tx.all<{ party: string; bytes: number }>(sql`
    INSERT INTO report_bytes AS b (party, bytes)
      SELECT party, bytes FROM unnest(${parties}::text[], ${[...more.values()]}::bigint[]) AS n (party, bytes) ORDER BY party
    ON CONFLICT (party) DO UPDATE SET bytes = b.bytes + excluded.bytes RETURNING party, bytes`)
  if (rows.some(({ party, bytes }) => bytes === 0 && party !== 'waiting')) {
    await tx.run(
      sql`DELETE FROM report_bytes WHERE party = ANY (${parties}::text[]) AND bytes = 0 AND party <> 'waiting'`,
    )
  }
  return new Map(rows.map(({ party, bytes }) => [party, bytes]))
}

/** Deletes mail that waits, or is done with. `seqs`: a query. Gives how much. */
export async function removeMails(tx: Tx, seqs: Sql): Promise<number> {
  const gone = await tx.all<{ domainId: string; bytes: number }>(
    sql`DELETE FROM report_mails WHERE seq IN (${seqs}) RETURNING domain_id, ${MAIL_BYTES} AS bytes`,
  )
  const less: Bytes = new Map()
  for (const { domainId, bytes } of gone) {
    add(less, 'waiting', -bytes)
    add(less, `waiting ${domainId}`, -bytes)
  }
  await holdBytes(tx, less)
  return gone.length
}

/** Deletes octets of files. `nos`: a query. Gives how much. */
export async function removeAttachments(tx: Tx, nos: Sql): Promise<{ count: number; bytes: number }> {
  const gone = await tx.all<{ accountId: string; rejected: number; bytes: number }>(
    sql`DELETE FROM report_attachments WHERE no IN (${nos}) RETURNING account_id, rejected, ${ATTACHMENT_BYTES} AS bytes`,
  )
  const less: Bytes = new Map()
  for (const { accountId, rejected, bytes } of gone) add(less, partyOf(accountId, rejected), -bytes)
  await holdBytes(tx, less)
  return { count: gone.length, bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0) }
}

export const partyOf = (accountId: string, rejected: number): string =>
  `${rejected ? 'rejected' : 'kept'} ${accountId}`
