import type { NewAuditEntry } from '../../../core/access/audit.ts'
import type { Monitor } from '../../../core/watching/monitor.ts'
import { changedColumns, columnsOf, hasOtherWindows, type MonitorRow } from '../../keeping/monitors/rows.ts'
import type { MonitorStore } from '../../watching/monitors.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'
import { MONITORS } from './selected.ts'

/** How long an account is told in its mail log that mail still comes to a monitor that it deleted. */
const TOLD_OF_DELETED_MS = 395 * 86_400_000

type MonitorWrites = Pick<MonitorStore, 'add' | 'change' | 'delete'>

/** What people do with monitors. Names and bounds of an account are looked at while its row is held. */
export function monitorWrites(db: Db): MonitorWrites {
  return {
    add: (monitor, most, said) => db.write((tx) => add(tx, monitor, most, said)).catch(whenFull),
    change: (accountId, id, change, said) =>
      db.write(async (tx) => {
        await holdAccount(tx, accountId)
        const row = await ownMonitor(tx, accountId, id)
        if (!row) return 'unknown_monitor'
        if (change.windowsWere && hasOtherWindows(row, change.windowsWere)) return 'outdated'
        const { name, expectations, windows, pausedAt, pausedUntil, badge } = changedColumns(row, change)
        const namesake = await tx.first<{ id: string }>(
          sql`SELECT id FROM monitors WHERE account_id = ${accountId} AND name = ${name} AND id <> ${id}`,
        )
        if (namesake) return 'name_taken'
        await tx.run(sql`UPDATE monitors SET name = ${name}, expectations = ${expectations}, windows = ${windows},
            paused_at = ${pausedAt}::bigint, paused_until = ${pausedUntil}::bigint, badge = ${badge},
            due_at = ${said.at.getTime()}::bigint, is_changed = 1 WHERE id = ${id}`)
        await record(tx, said)
        return 'changed'
      }),
    delete: (accountId, id, said) =>
      db.write(async (tx) => {
        const row = await ownMonitor(tx, accountId, id)
        if (!row || (await tx.run(sql`DELETE FROM monitors WHERE id = ${id}`)) === 0) return 'unknown_monitor'
        if (row.localPart !== null) {
          await tx.run(sql`INSERT INTO former_addresses (local_part, account_id, expires_at)
            VALUES (${row.localPart}, ${accountId}, ${said.at.getTime() + TOLD_OF_DELETED_MS}::bigint)
            ON CONFLICT (local_part) DO UPDATE SET account_id = excluded.account_id, expires_at = excluded.expires_at`)
        }
        await record(tx, said)
        return 'deleted'
      }),
  }
}

async function add(
  tx: Tx,
  monitor: Monitor,
  most: number,
  said: NewAuditEntry,
): ReturnType<MonitorStore['add']> {
  const { id, accountId, subject, name, createdAt } = monitor
  if (!(await holdAccount(tx, accountId))) return 'unknown_account'
  const refused = subject.kind === 'domain' && (await domainRefused(tx, accountId, subject.domainId))
  if (refused) return refused
  const own = await tx.first<{ count: number; named: number }>(
    sql`SELECT count(*) AS count, count(*) FILTER (WHERE name = ${name}) AS named FROM monitors WHERE account_id = ${accountId}`,
  )
  if (own && own.named > 0) return 'name_taken'
  if (own && own.count >= most) return 'full'
  await insert(tx, monitor)
  await tx.run(sql`INSERT INTO record_looks (monitor_id, account_id, due_at, state)
    VALUES (${id}, ${accountId}, ${createdAt.getTime()}::bigint, '{}')`)
  await record(tx, said)
  return 'added'
}

/** Whether there is such an account; nobody else changes what it has until the end of the transaction. */
async function holdAccount(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.first(
    sql`SELECT id FROM accounts WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`,
  )
  return row !== undefined
}

async function domainRefused(tx: Tx, accountId: string, domainId: string) {
  const stands = await tx.first(sql`SELECT id FROM domains
    WHERE id = ${domainId} AND account_id = ${accountId} AND verified_at IS NOT NULL FOR SHARE`)
  if (!stands) return 'unknown_domain' as const
  const other = await tx.first(sql`SELECT id FROM monitors WHERE domain_id = ${domainId}`)
  return other ? ('domain_taken' as const) : undefined
}

/** A monitor of the account, held. */
async function ownMonitor(tx: Tx, accountId: string, id: string): Promise<MonitorRow | undefined> {
  return tx.first<MonitorRow>(
    sql`${MONITORS} m.id = ${id} AND m.account_id = ${accountId} FOR NO KEY UPDATE OF m`,
  )
}

async function insert(tx: Tx, monitor: Parameters<typeof columnsOf>[0]): Promise<void> {
  const {
    id,
    accountId,
    name,
    localPart,
    domainId,
    createdAt,
    expectations,
    windows,
    pausedAt,
    pausedUntil,
    badge,
    standing,
  } = columnsOf(monitor)
  await tx.run(sql`INSERT INTO monitors (id, account_id, name, local_part, domain_id, created_at, expectations, windows, paused_at,
      paused_until, badge, standing, due_at, is_changed)
    VALUES (${id}, ${accountId}, ${name}, ${localPart}, ${domainId}, ${createdAt}::bigint, ${expectations}, ${windows},
      ${pausedAt}::bigint, ${pausedUntil}::bigint, ${badge}, ${standing}, ${createdAt}::bigint, 0)`)
}
