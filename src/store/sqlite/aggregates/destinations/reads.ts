import type { EventType } from '../../../../core/event.ts'
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  Destination,
} from '../../../../core/watching/destination.ts'
import {
  type AttemptRow,
  attemptOf,
  type DeliveryRow,
  type DestinationRow,
  deliveryOf,
  destinationOf,
  ownerId,
} from '../../../keeping/destinations/rows.ts'
import { TRUSTS } from '../../../keeping/destinations/shares.ts'
import type { DestinationOwner } from '../../../watching/destinations.ts'
import type { Connection } from '../../connection.ts'
import { DELIVERY_COLUMNS, DESTINATION_COLUMNS, OWNED_BY } from './rows.ts'

const FOUND = `SELECT ${DESTINATION_COLUMNS} FROM destinations AS x WHERE ${OWNED_BY} AND x.deleted_at IS NULL`

export function destinationReads({ driver }: Pick<Connection, 'driver'>) {
  const byId = driver.prepare<[string | null, string], DestinationRow>(`${FOUND} AND x.id = ?`)
  const list = driver.prepare<[string | null], DestinationRow>(`${FOUND} ORDER BY x.name`)
  const wanting = driver.prepare<[string | null, string], DestinationRow>(
    `${FOUND} AND x.disabled_at IS NULL AND EXISTS (
      SELECT 1 FROM json_each(x.filter -> 'types') AS asked WHERE asked.value IN (SELECT value FROM json_each(?)))`,
  )
  const failing = driver.prepare<[number], { tried: number; disabled: number }>(
    `SELECT count(*) FILTER (WHERE disabled_at IS NULL) AS tried,
      count(*) FILTER (WHERE disabled_reason IN ('gone', 'failing')) AS disabled
      FROM destinations INDEXED BY destinations_failing
      WHERE failing_since IS NOT NULL AND deleted_at IS NULL AND failing_since <= ?`,
  )
  return {
    byId(owner: DestinationOwner, id: string): Destination | undefined {
      const row = byId.get(ownerId(owner), id)
      return row && destinationOf(row)
    },
    list: (owner: DestinationOwner): Destination[] => list.all(ownerId(owner)).map(destinationOf),
    wanting: (owner: DestinationOwner, types: readonly EventType[]): Destination[] =>
      wanting.all(ownerId(owner), JSON.stringify(types)).map(destinationOf),
    failing: (since: Date) => failing.get(since.getTime()) ?? { tried: 0, disabled: 0 },
  }
}

const OF_DESTINATION = `SELECT ${DELIVERY_COLUMNS} FROM deliveries AS d JOIN delivery_bodies AS b ON b.delivery_no = d.no
  WHERE d.destination_id = @destinationId`
const BEHIND = '(d.created_at, d.no) < (@at, @no)'
const NEWEST = 'ORDER BY d.created_at DESC, d.no DESC LIMIT @limit'

export function deliveryReads({ driver }: Pick<Connection, 'driver'>) {
  const pages = {
    all: driver.prepare<object, DeliveryRow>(`${OF_DESTINATION} AND ${BEHIND} ${NEWEST}`),
    inState: driver.prepare<object, DeliveryRow>(
      `${OF_DESTINATION} AND d.state = @state AND ${BEHIND} ${NEWEST}`,
    ),
  }
  const place = driver.prepare<[string, string], { at: number; no: number }>(
    'SELECT created_at AS at, no FROM deliveries WHERE id = ? AND destination_id = ?',
  )
  const one = driver.prepare<object, DeliveryRow>(`${OF_DESTINATION} AND d.id = @id`)
  const attempts = driver.prepare<[number], AttemptRow>(
    `SELECT number, at, took_ms AS tookMs, outcome, says, request, response FROM delivery_attempts
      WHERE delivery_no = ? ORDER BY number`,
  )
  const nextOf = TRUSTS.map(
    (trust) => `SELECT min(due_at) AS at FROM destinations WHERE trust = ${trust} AND due_at IS NOT NULL`,
  )
  const next = driver.prepare<[], { at: number | null }>(
    `SELECT min(at) AS at FROM (${nextOf.join(' UNION ALL ')})`,
  )
  const behind = driver
    .prepare<[string], string>(`SELECT id FROM destinations WHERE id > ? ORDER BY id LIMIT ${LOOKED_AT}`)
    .pluck()
  const beyond = driver.prepare<[string, number]>(
    'SELECT 1 FROM deliveries INDEXED BY deliveries_by_destination WHERE destination_id = ? LIMIT 1 OFFSET ?',
  )
  return {
    /** Of some destinations behind one, those that have more; `last` is where to go on. */
    crowded(after: string, most: number): { ids: string[]; last?: string } {
      const looked = behind.all(after)
      const ids = looked.filter((id) => beyond.get(id, most) !== undefined)
      const last = looked.at(-1)
      return { ids, ...(last !== undefined && { last }) }
    },
    nextDue(): Date | undefined {
      const at = next.get()?.at ?? null
      return at === null ? undefined : new Date(at)
    },
    list(
      destinationId: string,
      { limit, after, state }: { limit: number; after?: string; state?: DeliveryState },
    ): { items: Delivery[]; next?: string } {
      const from = after === undefined ? BEFORE_ALL : place.get(after, destinationId)
      if (!from) return { items: [] }
      const asked = { destinationId, ...from, limit: limit + 1 }
      const rows = state === undefined ? pages.all.all(asked) : pages.inState.all({ ...asked, state })
      const items = rows.slice(0, limit).map(deliveryOf)
      const last = items.at(-1)
      return rows.length > limit && last ? { items, next: last.id } : { items }
    },
    read(destinationId: string, id: string): { delivery: Delivery; attempts: DeliveryAttempt[] } | undefined {
      const row = one.get({ destinationId, id })
      return row && { delivery: deliveryOf(row), attempts: attempts.all(row.no).map(attemptOf) }
    },
  }
}

/** Of each as many entries of an index are read as are kept. */
const LOOKED_AT = 20

const BEFORE_ALL = { at: Number.MAX_SAFE_INTEGER, no: Number.MAX_SAFE_INTEGER }
