import type { AggregateWindow } from '../../../aggregates.ts'
import type { Tx } from '../../sql/database.ts'
import { plain, type Sql, sql } from '../../sql/statement.ts'

/** What all statements of a query are about. */
export interface Asked {
  /** The domain's number, its name, and whose it is. */
  domain: number
  name: string
  accountId: string
  from: number
  to: number
  /** Absent: all reports. */
  authenticated?: boolean
}

/** Undefined: the domain has no reports. */
export async function askedFor(
  db: Tx,
  domainId: string,
  { from, to, authenticated }: AggregateWindow,
): Promise<Asked | undefined> {
  const found = await db.first<Pick<Asked, 'domain' | 'name' | 'accountId'>>(
    sql`SELECT no AS domain, domain AS name, account_id FROM dmarc_domains WHERE domain_id = ${domainId}`,
  )
  return found && { ...found, from, to, ...(authenticated !== undefined && { authenticated }) }
}

/** A condition for rows of a domain's records or slices that are asked for, of a table by that name. */
export function within({ domain, from, to, authenticated }: Asked, table: 'r' | 's'): Sql {
  const of = plain(table)
  const which = authenticated === undefined ? sql`` : sql` AND ${of}.authenticated = ${authenticated ? 1 : 0}`
  return sql`${of}.domain = ${domain} AND ${of}.day BETWEEN ${from} AND ${to}${which}`
}
