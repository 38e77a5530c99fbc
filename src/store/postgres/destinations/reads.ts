import {
  type AttemptRow,
  attemptOf,
  type DeliveryRow,
  type DestinationRow,
  deliveryOf,
  destinationOf,
} from '../../keeping/destinations/rows.ts'
import { TRUSTS } from '../../keeping/destinations/shares.ts'
import type { DeliveryStore } from '../../watching/deliveries.ts'
import type { DestinationOwner, DestinationStore } from '../../watching/destinations.ts'
import type { Db } from '../sql/database.ts'
import { joined, plain, type Sql, sql } from '../sql/statement.ts'
import { DELIVERY_COLUMNS, DESTINATION_COLUMNS, ownedBy } from './rows.ts'

/** The types of a filter, as JSON. The rest is not read as such: PostgreSQL refuses the \u0000 and half letters that texts may have there. In
 * a text a quotation mark has a backslash before it. */
const TYPES = plain(String.raw`substring(x.filter FROM '"types":(\[[^]]*\])')`)

export function destinationReads(db: Db): Pick<DestinationStore, 'byId' | 'list' | 'wanting' | 'failing'> {
  const found = async (owner: DestinationOwner, more: Sql) =>
    (
      await db.all<DestinationRow>(
        sql`SELECT ${DESTINATION_COLUMNS} FROM destinations AS x WHERE ${ownedBy(owner)} AND x.deleted_at IS NULL ${more}`,
      )
    ).map(destinationOf)
  return {
    byId: async (owner, id) => (await found(owner, sql`AND x.id = ${id}`))[0],
    list: (owner) => found(owner, sql`ORDER BY x.name`),
    wanting: (owner, types) =>
      found(
        owner,
        sql`AND x.disabled_at IS NULL AND EXISTS (
          SELECT 1 FROM json_array_elements_text(${TYPES}::json) AS asked (type) WHERE asked.type = ANY(${types}))`,
      ),
    async failing(since) {
      const row = await db.first<{ tried: number; disabled: number }>(sql`SELECT
          count(*) FILTER (WHERE disabled_at IS NULL) AS tried,
          count(*) FILTER (WHERE disabled_reason IN ('gone', 'failing')) AS disabled
        FROM destinations WHERE failing_since IS NOT NULL AND deleted_at IS NULL AND failing_since <= ${since.getTime()}::bigint`)
      return row ?? { tried: 0, disabled: 0 }
    },
  }
}

const NEXT = joined(
  TRUSTS.map((trust) =>
    plain(`(SELECT min(due_at) AS at FROM destinations WHERE trust = ${trust} AND due_at IS NOT NULL)`),
  ),
  ' UNION ALL ',
)

export function deliveryReads(db: Db): Pick<DeliveryStore, 'nextDue' | 'list' | 'read'> {
  const of = (destinationId: string, more: Sql) => sql`SELECT ${DELIVERY_COLUMNS} FROM deliveries AS d
    JOIN delivery_bodies AS b ON b.delivery_no = d.no WHERE d.destination_id = ${destinationId} ${more}`
  return {
    async nextDue() {
      const row = await db.first<{ at: number | null }>(sql`SELECT min(n.at) AS at FROM (${NEXT}) AS n`)
      return row && row.at !== null ? new Date(row.at) : undefined
    },
    async list(destinationId, { limit, after, state }) {
      const behind =
        after === undefined
          ? sql``
          : sql`AND (d.created_at, d.no) < (SELECT p.created_at, p.no FROM deliveries AS p
              WHERE p.id = ${after} AND p.destination_id = ${destinationId})`
      const inState = state === undefined ? sql`` : sql`AND d.state = ${state}`
      const rows = await db.all<DeliveryRow>(
        of(
          destinationId,
          sql`${inState} ${behind} ORDER BY d.created_at DESC, d.no DESC LIMIT ${limit + 1}::bigint`,
        ),
      )
      const items = rows.slice(0, limit).map(deliveryOf)
      const last = items.at(-1)
      return rows.length > limit && last ? { items, next: last.id } : { items }
    },
    async read(destinationId, id) {
      const row = await db.first<DeliveryRow>(of(destinationId, sql`AND d.id = ${id}`))
      if (!row) return undefined
      const attempts =
        await db.all<AttemptRow>(sql`SELECT number, at, took_ms, outcome, says, request, response
        FROM delivery_attempts WHERE delivery_no = ${row.no}::bigint ORDER BY number`)
      return { delivery: deliveryOf(row), attempts: attempts.map(attemptOf) }
    },
  }
}
