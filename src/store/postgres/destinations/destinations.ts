import type { Destination } from '../../../core/watching/destination.ts'
import { type DestinationRow, ownerId } from '../../keeping/destinations/rows.ts'
import { TRUST } from '../../keeping/destinations/shares.ts'
import type { DestinationChange, DestinationOwner, DestinationStore } from '../../watching/destinations.ts'
import { record } from '../people/recording.ts'
import type { Db, Tx } from '../sql/database.ts'
import { locking } from '../sql/locks.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'
import { dropAllOf } from './forgetting.ts'
import { drop, look } from './held.ts'
import { destinationLeaves } from './leaving.ts'
import { DESTINATION_COLUMNS, ownedBy } from './rows.ts'

type DestinationWrites = Pick<DestinationStore, 'add' | 'change' | 'delete'>

/** What people do with destinations. Names and bounds of an owner are looked at while nobody else changes what it has. */
export function destinationWrites(db: Db): DestinationWrites {
  return {
    add: (destination, most, said) =>
      db
        .write(async (tx) => {
          const refused = await refusalOf(tx, destination, most)
          if (refused) return refused
          await insert(tx, destination)
          await record(tx, said)
          return 'added'
        })
        .catch(whenFull),
    async change(owner, id, change, said) {
      // What waited when it was turned off is never sent.
      if (change.disabled === null) await dropAllOf(db, id, owner)
      const outcome = await db
        .write(async (tx) => {
          const refused = await changed(tx, owner, id, change)
          if (!refused) await record(tx, said)
          return refused ?? 'changed'
        })
        .catch(whenFull)
      if (change.disabled && outcome === 'changed') await dropAllOf(db, id, owner)
      return outcome
    },
    delete: (owner, id, said) =>
      db.write(async (tx) => {
        if (!(await own(tx, owner, id))) return 'unknown_destination'
        await destinationLeaves(tx, id, said.at)
        await record(tx, said)
        return 'deleted'
      }),
  }
}

const ownerOf = ({ accountId }: Destination): DestinationOwner =>
  accountId === undefined ? 'instance' : { accountId }

/** Whether there is such an owner; nobody else changes what it has until the end of the transaction. */
async function holdOwner(tx: Tx, owner: DestinationOwner): Promise<boolean> {
  if (owner === 'instance') {
    await tx.all(locking(['destinations', '']))
    return true
  }
  const row = await tx.first(
    sql`SELECT id FROM accounts WHERE id = ${owner.accountId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
  )
  return row !== undefined
}

async function refusalOf(tx: Tx, destination: Destination, most: number) {
  const owner = ownerOf(destination)
  if (!(await holdOwner(tx, owner))) return 'unknown_account' as const
  const there = await tx.first<{ count: number; named: number }>(sql`SELECT count(*) AS count,
      count(*) FILTER (WHERE x.name = ${destination.name}) AS named
    FROM destinations AS x WHERE ${ownedBy(owner)} AND x.deleted_at IS NULL`)
  if (there && there.named > 0) return 'name_taken' as const
  return there && there.count >= most ? ('full' as const) : undefined
}

async function insert(tx: Tx, destination: Destination): Promise<void> {
  const { id, kind, name, shown, filter, secrets, createdAt, disabled } = destination
  await tx.run(sql`INSERT INTO destinations
      (id, account_id, kind, name, shown, filter, target_secret, signing_secret, created_at, disabled_at, disabled_reason)
    VALUES (${id}, ${ownerId(ownerOf(destination))}, ${kind}, ${name}, ${shown}, ${JSON.stringify(filter)}, ${secrets.target},
      ${secrets.signing ?? null}, ${createdAt.getTime()}::bigint, ${disabled?.at.getTime() ?? null}::bigint,
      ${disabled?.reason ?? null})`)
}

/** One of the owner's, held. */
const own = (tx: Tx, owner: DestinationOwner, id: string): Promise<DestinationRow | undefined> =>
  tx.first<DestinationRow>(sql`SELECT ${DESTINATION_COLUMNS} FROM destinations AS x
    WHERE ${ownedBy(owner)} AND x.deleted_at IS NULL AND x.id = ${id} FOR NO KEY UPDATE OF x`)

/** Undefined: it was done. */
async function changed(tx: Tx, owner: DestinationOwner, id: string, change: DestinationChange) {
  await holdOwner(tx, owner)
  const row = await own(tx, owner, id)
  if (!row) return 'unknown_destination' as const
  const name = change.name ?? row.name
  if (name !== row.name) {
    const namesake = await tx.first<{ id: string }>(sql`SELECT x.id FROM destinations AS x
      WHERE ${ownedBy(owner)} AND x.deleted_at IS NULL AND x.name = ${name} AND x.id <> ${id} LIMIT 1`)
    if (namesake) return 'name_taken' as const
  }
  const filter = change.filter ? JSON.stringify(change.filter) : row.filter
  await Promise.all([
    tx.run(sql`UPDATE destinations SET name = ${name}, filter = ${filter} WHERE id = ${id}`),
    ...statementsOf(row, change).map((statement) => tx.run(statement)),
  ])
  if (change.disabled === null) await look(tx, [id])
  else if (change.disabled) await drop(tx, id)
  return undefined
}

/** Secrets, and whether it is in use. */
function statementsOf(row: DestinationRow, { target, rotate, disabled }: DestinationChange): Sql[] {
  const unseal = (secret: string | null) => sql`DELETE FROM sealed_secrets WHERE id = ${secret}`
  const own = (columns: Sql) => sql`UPDATE destinations SET ${columns} WHERE id = ${row.id}`
  return [
    ...(target
      ? [own(sql`target_secret = ${target.secret}, shown = ${target.shown}`), unseal(row.targetSecret)]
      : []),
    ...(rotate
      ? [
          own(sql`earlier_secret = signing_secret, earlier_until = ${rotate.until.getTime()}::bigint,
            signing_secret = ${rotate.secret}`),
          unseal(row.earlierSecret),
        ]
      : []),
    ...(disabled === null
      ? [
          own(sql`disabled_at = NULL, disabled_reason = NULL, failing_since = NULL, held_until = NULL,
            trust = ${plain(String(TRUST.untried))}`),
        ]
      : []),
    ...(disabled
      ? [own(sql`disabled_at = ${disabled.at.getTime()}::bigint, disabled_reason = ${disabled.reason}`)]
      : []),
  ]
}
