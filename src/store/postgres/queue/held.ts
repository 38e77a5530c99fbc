import type { Claim, LeftClaim } from '../../claims.ts'
import type { MessageStore } from '../../messages.ts'
import type { Db } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'

/** Whether a column names a holder of a host. Holders are `<host>/<start>`; 0 comes next after the slash. */
export const ofHost = (column: Sql, host: string): Sql =>
  sql`${column} >= ${`${host}/`} AND ${column} < ${`${host}0`}`

/** The row of a message as long as this claim on it holds. */
const heldBy = ({ id, holder, number }: Claim): Sql =>
  sql`id = ${id} AND claimed_by = ${holder} AND claim_number = ${number}::bigint`

/** Claims, without whatever else is in them. */
export const claimsGiven = (claims: readonly Claim[]): Sql =>
  sql`unnest(${claims.map(({ id }) => id)}::text[], ${claims.map(({ holder }) => holder)}::text[],
    ${claims.map(({ number }) => number)}::bigint[]) AS c (id, holder, number)`

/** Those of the claims that are not among what was found. */
export function lostOf<C extends Claim>(claims: readonly C[], found: readonly Claim[]): C[] {
  const keyOf = ({ id, holder, number }: Claim) => `${id} ${number} ${holder}`
  const holds = new Set(found.map(keyOf))
  return claims.filter((claim) => !holds.has(keyOf(claim)))
}

/** What whoever has a claim does with it: nothing is written once it is lost. */
export function heldMessages(db: Db): Pick<MessageStore, 'renew' | 'giveBack' | 'claimsOf' | 'blame'> {
  return {
    async renew(claims, leaseMs) {
      if (claims.length === 0) return []
      const renewed = await db.soft.all<Claim>(sql`WITH held AS MATERIALIZED (
          SELECT m.seq FROM messages AS m JOIN ${claimsGiven(claims)}
            ON c.id = m.id AND m.claimed_by = c.holder AND m.claim_number = c.number
          ORDER BY m.seq FOR NO KEY UPDATE OF m)
        UPDATE messages AS m SET due_at = ${db.now()} + ${leaseMs}::bigint FROM held AS h WHERE m.seq = h.seq
        RETURNING m.id, m.claimed_by AS holder, m.claim_number AS number`)
      return lostOf(claims, renewed)
    },
    async giveBack(claim, { afterMs, lostTry }) {
      const changed =
        await db.soft.run(sql`UPDATE messages SET due_at = ${db.now()} + ${afterMs}::bigint, claimed_by = NULL,
          lost_tries = lost_tries + ${lostTry ? 1 : 0}::int WHERE ${heldBy(claim)}`)
      return changed === 1 ? 'given_back' : 'lost'
    },
    claimsOf: (host) =>
      db.all<LeftClaim>(sql`SELECT m.id, m.claimed_by AS holder, m.claim_number AS number, t.token, m.lost_tries
        FROM messages AS m JOIN mail_tests AS t ON t.seq = m.test_seq
        WHERE m.claimed_by IS NOT NULL AND ${ofHost(sql`m.claimed_by`, host)} ORDER BY m.seq`),
    async blame(claim, { step, reason }) {
      const blame = JSON.stringify({ step, reason })
      // Written by this store alone: a list of JSON without spaces.
      const noted = db.run(sql`UPDATE messages
        SET blamed = CASE WHEN blamed = '[]' THEN '[' ELSE left(blamed, -1) || ',' END || ${blame} || ']' WHERE ${heldBy(claim)}`)
      return noted.then((changed) => (changed === 1 ? 'noted' : 'lost')).catch(whenFull)
    },
  }
}
