import type { Monitor } from '../../../core/watching/monitor.ts'
import { type MonitorRow, monitorOf } from '../../keeping/monitors/rows.ts'
import type { Tx } from '../sql/database.ts'
import { type Sql, sql } from '../sql/statement.ts'

/** True of a monitor whose account was not deleted. */
export const STANDS = sql`NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.id = m.account_id AND a.deleted_at IS NOT NULL)`

/** Ends where conditions go on; nothing is found of an account that was deleted. */
export const MONITORS = sql`SELECT m.id, m.account_id, m.name, m.local_part, m.domain_id, d.domain, m.created_at, m.expectations,
    m.windows, m.paused_at, m.paused_until, m.badge, m.standing
  FROM monitors AS m LEFT JOIN domains AS d ON d.id = m.domain_id WHERE ${STANDS} AND`

export async function monitorsWhere(tx: Tx, conditions: Sql): Promise<Monitor[]> {
  return (await tx.all<MonitorRow>(sql`${MONITORS} ${conditions}`)).map(monitorOf)
}
