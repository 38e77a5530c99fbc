import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Monitor } from '../../../../core/watching/monitor.ts'
import {
  changedColumns,
  columnsOf,
  hasOtherWindows,
  type MonitorRow,
} from '../../../keeping/monitors/rows.ts'
import type { MonitorChange } from '../../../watching/monitors.ts'
import type { Connection } from '../../connection.ts'
import { recorder } from '../people/audit.ts'
import { accountStands } from '../people/rules.ts'
import { MONITORS } from './selected.ts'

/** How long an account is told in its mail log that mail still comes to a monitor that it deleted. */
const TOLD_OF_DELETED_MS = 395 * 86_400_000

const INSERT = `INSERT INTO monitors (id, account_id, name, local_part, domain_id, created_at, expectations, windows, paused_at,
    paused_until, badge, standing, due_at, is_changed)
  VALUES (@id, @accountId, @name, @localPart, @domainId, @createdAt, @expectations, @windows, @pausedAt, @pausedUntil, @badge,
    @standing, @createdAt, 0)`

const UPDATE = `UPDATE monitors SET name = @name, expectations = @expectations, windows = @windows, paused_at = @pausedAt,
    paused_until = @pausedUntil, badge = @badge, due_at = @now, is_changed = 1 WHERE id = @id`

/** What people do with monitors. */
export function monitorWrites({ driver, queries }: Connection) {
  const insert = driver.prepare(INSERT)
  const update = driver.prepare(UPDATE)
  const own = driver.prepare<[string, string], MonitorRow>(`${MONITORS} m.id = ? AND m.account_id = ?`)
  const count = driver.prepare<[string], number>('SELECT count(*) FROM monitors WHERE account_id = ?').pluck()
  const named = driver
    .prepare<[string, string], string>('SELECT id FROM monitors WHERE account_id = ? AND name = ?')
    .pluck()
  const domainStands = driver
    .prepare<[string, string], number>(
      'SELECT 1 FROM domains WHERE id = ? AND account_id = ? AND verified_at IS NOT NULL',
    )
    .pluck()
  const ofDomain = driver.prepare<[string], number>('SELECT 1 FROM monitors WHERE domain_id = ?').pluck()
  const remove = driver.prepare('DELETE FROM monitors WHERE id = ?')
  const noteAddress = driver.prepare(
    'INSERT OR REPLACE INTO former_addresses (local_part, account_id, expires_at) VALUES (?, ?, ?)',
  )
  const record = recorder(queries)
  return {
    add(
      monitor: Monitor,
      most: number,
      said: NewAuditEntry,
    ): 'added' | 'full' | 'name_taken' | 'domain_taken' | 'unknown_domain' | 'unknown_account' {
      const { accountId, subject, name } = monitor
      if (!accountStands(queries, accountId)) return 'unknown_account'
      if (subject.kind === 'domain') {
        if (!domainStands.get(subject.domainId, accountId)) return 'unknown_domain'
        if (ofDomain.get(subject.domainId)) return 'domain_taken'
      }
      if (named.get(accountId, name) !== undefined) return 'name_taken'
      if ((count.get(accountId) ?? 0) >= most) return 'full'
      insert.run(columnsOf(monitor))
      record(said)
      return 'added'
    },
    change(
      accountId: string,
      id: string,
      change: MonitorChange,
      said: NewAuditEntry,
    ): 'changed' | 'outdated' | 'name_taken' | 'unknown_monitor' {
      const row = own.get(id, accountId)
      if (!row) return 'unknown_monitor'
      if (change.windowsWere && hasOtherWindows(row, change.windowsWere)) return 'outdated'
      const columns = changedColumns(row, change)
      const namesake = named.get(accountId, columns.name)
      if (namesake !== undefined && namesake !== id) return 'name_taken'
      update.run({ ...columns, id, now: said.at.getTime() })
      record(said)
      return 'changed'
    },
    delete(accountId: string, id: string, said: NewAuditEntry): 'deleted' | 'unknown_monitor' {
      const row = own.get(id, accountId)
      if (!row) return 'unknown_monitor'
      remove.run(id)
      if (row.localPart !== null) {
        noteAddress.run(row.localPart, accountId, said.at.getTime() + TOLD_OF_DELETED_MS)
      }
      record(said)
      return 'deleted'
    },
  }
}
