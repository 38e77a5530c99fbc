import type { DomainStore } from '../../domains.ts'
import type { Db } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { COLUMNS, type DomainRow, entryOf } from './rows.ts'

/** What a deleted account left behind is of nobody any more. The table is called d. */
export const STANDS = sql`NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = d.account_id AND deleted_at IS NOT NULL)`

type DomainReads = Pick<DomainStore, 'byId' | 'byName' | 'list' | 'due' | 'tokensOf'>

export function domainReads(db: Db): DomainReads {
  const those = (rest: Sql) =>
    db.all<DomainRow>(sql`SELECT ${COLUMNS} FROM domains AS d WHERE ${STANDS} AND ${rest}`)
  const some = async (rest: Sql) => (await those(rest)).map(entryOf)
  const one = async (rest: Sql) => (await some(rest))[0]
  return {
    byId: (accountId, id) => one(sql`d.id = ${id} AND d.account_id = ${accountId}`),
    byName: (accountId, domain) => one(sql`d.account_id = ${accountId} AND d.domain = ${domain}`),
    list: (accountId) => some(sql`d.account_id = ${accountId} ORDER BY d.domain`),
    due: (now, limit) => some(sql`d.due_at <= ${now.getTime()}::bigint ORDER BY d.due_at LIMIT ${limit}`),
    async tokensOf(domain, limit) {
      const rows = await those(sql`d.domain = ${domain} ORDER BY d.created_at DESC LIMIT ${limit}`)
      return rows.map(({ token }) => token)
    },
  }
}
