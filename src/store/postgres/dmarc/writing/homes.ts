import { type Home, homeAmong, upwards, type VerifiedDomain } from '../../../keeping/dmarc/home.ts'
import type { Tx } from '../../sql/database.ts'
import { sql } from '../../sql/statement.ts'

/** The verified domains of an account. */
export interface Homes {
  home: Home
  /** By which rows name them, by id; of those that have rows, or had. */
  numbers: Map<string, number>
}

export async function homesOf(tx: Tx, accountId: string): Promise<Homes> {
  const rows = await tx.all<{ id: string; domain: string; no: number | null }>(sql`
    SELECT d.id, d.domain, n.no FROM accounts AS a JOIN domains AS d ON d.account_id = a.id AND d.verified_at IS NOT NULL
      LEFT JOIN dmarc_domains AS n ON n.domain_id = d.id
    WHERE a.id = ${accountId} AND a.deleted_at IS NULL`)
  return {
    home: homeAmong(new Map(rows.map(({ domain, id }) => [domain, id]))),
    numbers: new Map(rows.flatMap(({ id, no }): [string, number][] => (no === null ? [] : [[id, no]]))),
  }
}

/** Gives numbers to those that have none yet. Who asks holds the lock of the account's reports. */
export async function numbered(
  tx: Tx,
  accountId: string,
  { numbers }: Homes,
  domains: readonly VerifiedDomain[],
): Promise<number[]> {
  const fresh = domains.filter(({ id }) => !numbers.has(id))
  if (fresh.length > 0) {
    const rows = await tx.all<{ no: number; domainId: string }>(sql`
      INSERT INTO dmarc_domains (domain_id, account_id, domain)
        SELECT w.id, ${accountId}, w.domain FROM unnest(${fresh.map(({ id }) => id)}::text[], ${fresh.map(({ domain }) => domain)}::text[])
          AS w (id, domain)
        RETURNING no, domain_id`)
    for (const { no, domainId } of rows) numbers.set(domainId, no)
  }
  return domains.map(({ id }) => numbers.get(id) ?? 0)
}

/** Whether the account has an entry at or above any of the names. */
export async function hasEntry(tx: Tx, accountId: string, names: readonly string[]): Promise<boolean> {
  const all = [...new Set(names.flatMap((name) => [...upwards(name)]))]
  const row = await tx.first<{ one: number }>(sql`
    SELECT 1 AS one FROM domains WHERE account_id = ${accountId} AND domain = ANY (${all}::text[]) LIMIT 1`)
  return row !== undefined
}
