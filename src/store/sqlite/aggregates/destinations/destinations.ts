import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Destination } from '../../../../core/watching/destination.ts'
import { DROPPED } from '../../../keeping/destinations/due.ts'
import { type DestinationRow, ownerId } from '../../../keeping/destinations/rows.ts'
import { TRUST } from '../../../keeping/destinations/shares.ts'
import type { DestinationChange, DestinationOwner } from '../../../watching/destinations.ts'
import type { Connection } from '../../connection.ts'
import { recorder } from '../people/audit.ts'
import { accountStands } from '../people/rules.ts'
import { dueTimes } from './due.ts'
import { DESTINATION_COLUMNS, OWNED_BY } from './rows.ts'

const INSERT = `INSERT INTO destinations
  (id, account_id, kind, name, shown, filter, target_secret, signing_secret, created_at, disabled_at, disabled_reason)
  VALUES (@id, @accountId, @kind, @name, @shown, @filter, @target, @signing, @createdAt, @disabledAt, @disabledReason)`

type Changed = 'changed' | 'name_taken' | 'unknown_destination'

export function destinationWrites(connection: Connection) {
  const { driver, queries } = connection
  const record = recorder(queries)
  const due = dueTimes(connection)
  const insert = driver.prepare(INSERT)
  const count = driver
    .prepare<[string | null], number>(
      `SELECT count(*) FROM destinations AS x WHERE ${OWNED_BY} AND x.deleted_at IS NULL`,
    )
    .pluck()
  const namesake = driver.prepare<[string | null, string, string]>(
    `SELECT 1 FROM destinations AS x WHERE ${OWNED_BY} AND x.deleted_at IS NULL AND x.name = ? AND x.id <> ?`,
  )
  const own = driver.prepare<[string | null, string], DestinationRow>(
    `SELECT ${DESTINATION_COLUMNS} FROM destinations AS x WHERE ${OWNED_BY} AND x.deleted_at IS NULL AND x.id = ?`,
  )
  const settings = driver.prepare('UPDATE destinations SET name = ?, filter = ? WHERE id = ?')
  const target = driver.prepare('UPDATE destinations SET target_secret = ?, shown = ? WHERE id = ?')
  const rotate = driver.prepare(
    'UPDATE destinations SET earlier_secret = signing_secret, earlier_until = ?, signing_secret = ? WHERE id = ?',
  )
  const enable = driver.prepare(
    `UPDATE destinations SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL, held_until = NULL,
      trust = ${TRUST.untried} WHERE id = ?`,
  )
  const disable = driver.prepare('UPDATE destinations SET disabled_at = ?, disabled_reason = ? WHERE id = ?')
  const unseal = driver.prepare<[string | null]>('DELETE FROM sealed_secrets WHERE id = ?')
  const leave = leaving(connection)

  function setDisabled(id: string, disabled: NonNullable<DestinationChange['disabled']> | null): void {
    if (disabled === null) enable.run(id)
    else disable.run(disabled.at.getTime(), disabled.reason, id)
    if (disabled === null) due.look(id)
    else due.drop(id, DROPPED.disabled)
  }

  return {
    add(
      destination: Destination,
      most: number,
      said: NewAuditEntry,
    ): 'added' | 'full' | 'name_taken' | 'unknown_account' {
      const { id, accountId = null, kind, name, shown, filter, secrets, createdAt, disabled } = destination
      if (accountId !== null && !accountStands(queries, accountId)) return 'unknown_account'
      if (namesake.get(accountId, name, id)) return 'name_taken'
      if ((count.get(accountId) ?? 0) >= most) return 'full'
      insert.run({
        id,
        accountId,
        kind,
        name,
        shown,
        filter: JSON.stringify(filter),
        target: secrets.target,
        signing: secrets.signing ?? null,
        createdAt: createdAt.getTime(),
        disabledAt: disabled?.at.getTime() ?? null,
        disabledReason: disabled?.reason ?? null,
      })
      record(said)
      return 'added'
    },
    change(owner: DestinationOwner, id: string, change: DestinationChange, said: NewAuditEntry): Changed {
      const row = own.get(ownerId(owner), id)
      if (!row) return 'unknown_destination'
      const name = change.name ?? row.name
      if (name !== row.name && namesake.get(ownerId(owner), name, id)) return 'name_taken'
      settings.run(name, change.filter ? JSON.stringify(change.filter) : row.filter, id)
      if (change.target) {
        target.run(change.target.secret, change.target.shown, id)
        unseal.run(row.targetSecret)
      }
      if (change.rotate) {
        rotate.run(change.rotate.until.getTime(), change.rotate.secret, id)
        unseal.run(row.earlierSecret)
      }
      if (change.disabled !== undefined) setDisabled(id, change.disabled)
      record(said)
      return 'changed'
    },
    delete(owner: DestinationOwner, id: string, said: NewAuditEntry): 'deleted' | 'unknown_destination' {
      const row = own.get(ownerId(owner), id)
      if (!row) return 'unknown_destination'
      leave.one(id, said.at)
      record(said)
      return 'deleted'
    },
  }
}

/** How destinations go. */
export function leaving({ driver }: Pick<Connection, 'driver'>) {
  const mark = driver.prepare('UPDATE destinations SET deleted_at = ?, due_at = NULL WHERE id = ?')
  const secrets = driver.prepare<[string]>(
    `DELETE FROM sealed_secrets WHERE purpose IN ('webhook', 'target') AND owner_id = ?`,
  )
  const ofAccount = driver
    .prepare<[string], string>('SELECT id FROM destinations WHERE account_id = ?')
    .pluck()
  const gone = driver
    .prepare<[], string>(
      'SELECT id FROM destinations WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1',
    )
    .pluck()
  const first = driver
    .prepare<[string], string>('SELECT id FROM destinations WHERE account_id = ? LIMIT 1')
    .pluck()
  const some = driver.prepare<[string, number]>(
    'DELETE FROM deliveries WHERE no IN (SELECT no FROM deliveries WHERE destination_id = ? LIMIT ?)',
  )
  const last = driver.prepare<[string]>('DELETE FROM destinations WHERE id = ?')

  function one(id: string, at: Date): void {
    mark.run(at.getTime(), id)
    secrets.run(id)
  }

  /** Deletes some of its deliveries, and itself behind the last. */
  function piece(id: string | undefined, limit: number): number {
    if (id === undefined) return 0
    return some.run(id, limit).changes || last.run(id).changes
  }

  return {
    one,
    /** From then on nobody finds them. */
    allOf(accountId: string, at: Date): void {
      for (const id of ofAccount.all(accountId)) one(id, at)
    },
    pieceOf: (accountId: string, limit: number): number => piece(first.get(accountId), limit),
    piece: (limit: number): number => piece(gone.get(), limit),
  }
}
