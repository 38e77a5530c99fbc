import type { Tx, WriteOptions } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

/** Rules that hold in the transaction that would break them: rows are held first and looked at by a statement behind that, which sees
 * what others did until then. */

/** Held by whatever could leave the instance without somebody who administers it. */
export const ADMINS: WriteOptions = { lock: ['people', 'admins'] }

/** Whether an account is there, and not deleted. It is not deleted until the end of the transaction. */
export async function accountStands(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.first(
    sql`SELECT id FROM accounts WHERE id = ${id} AND deleted_at IS NULL FOR KEY SHARE`,
  )
  return row !== undefined
}

/** Nobody else changes who is what in the account until the end of the transaction. */
export async function holdAccount(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`SELECT id FROM accounts WHERE id = ${id} FOR NO KEY UPDATE`)
}

export interface HeldPerson {
  email: string
  emailKey: string
  name: string
  confirmedAt: number | null
  passwordHash: string | null
  totpSecretId: string | null
}

/** A person's own row. Nobody else changes how they sign in until the end of the transaction. */
export async function holdPerson(tx: Tx, id: string): Promise<HeldPerson | undefined> {
  return tx.first<HeldPerson>(
    sql`SELECT email, email_key, name, confirmed_at, password_hash, totp_secret_id FROM people
      WHERE id = ${id} FOR NO KEY UPDATE`,
  )
}

/** Whether a person's session has not ended. */
export async function sessionStands(tx: Tx, id: string, personId: string): Promise<boolean> {
  const row = await tx.first(sql`SELECT id FROM sessions WHERE id = ${id} AND person_id = ${personId}`)
  return row !== undefined
}

/** How many ways a person who is held has to sign in: a second factor is none. */
export async function waysIn(tx: Tx, personId: string): Promise<number> {
  const row = await tx.first<{ ways: number }>(
    sql`SELECT (password_hash IS NOT NULL)::int
        + (SELECT count(*) FROM passkeys WHERE person_id = ${personId})
        + (SELECT count(*) FROM identities WHERE person_id = ${personId}) AS ways
      FROM people WHERE id = ${personId}`,
  )
  return row?.ways ?? 0
}

const ALL_STAND = plain(
  'NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.id = l.account_id AND a.deleted_at IS NOT NULL)',
)

/** What a deleted account left behind in a log, whose table is called l, is of nobody any more. Of one account this is asked once,
 * which leaves the log to be read in its order. */
export const stands = (accountId: string | undefined): Sql =>
  accountId === undefined
    ? ALL_STAND
    : sql`NOT EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND deleted_at IS NOT NULL)`
