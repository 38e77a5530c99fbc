import {
  type DeliveryRow,
  type DestinationRow,
  deliveryOf,
  destinationOf,
} from '../../keeping/destinations/rows.ts'
import type {
  ClaimedDelivery,
  DeliveryClaim,
  DeliveryClaimRequest,
  DeliveryStore,
} from '../../watching/deliveries.ts'
import { claimsGiven, lostOf, ofHost } from '../queue/held.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import { claimsEnded, hold, look } from './held.ts'
import { DELIVERY_COLUMNS, DESTINATION_COLUMNS } from './rows.ts'
import { chooseDeliveries, type DeliveryTurn } from './turns.ts'

const FREE = plain('claimed_by = NULL, claimed_until = NULL')

/** The row of a delivery as long as this claim on it holds. */
export const heldBy = ({ id, holder, number }: DeliveryClaim): Sql =>
  sql`d.id = ${id} AND d.claimed_by = ${holder} AND d.claim_number = ${number}::bigint`

interface Taken extends DeliveryClaim {
  no: number
  begunAt: number
  tries: number
}

/** Who sends which delivery: one claim at a time over all hosts. */
export function deliveryClaims(db: Db): Pick<DeliveryStore, 'claim' | 'renew' | 'giveBack' | 'releaseOf'> {
  async function claim(tx: Tx, request: DeliveryClaimRequest): Promise<ClaimedDelivery[]> {
    await freed(tx, sql`d.claimed_until <= ${db.now()}`)
    const turns = await chooseDeliveries(tx, request, db.now())
    if (turns.length === 0) return []
    const destinationIds = [...new Set(turns.map(({ destinationId }) => destinationId))]
    const [, taken, , deliveries, destinations] = await Promise.all([
      hold(tx, destinationIds),
      take(tx, turns, request),
      look(tx, destinationIds),
      tx.all<DeliveryRow>(sql`SELECT ${DELIVERY_COLUMNS} FROM deliveries AS d JOIN delivery_bodies AS b ON b.delivery_no = d.no
        WHERE d.no = ANY(${turns.map(({ no }) => no)}::bigint[])`),
      tx.all<DestinationRow>(
        sql`SELECT ${DESTINATION_COLUMNS} FROM destinations AS x WHERE x.id = ANY(${destinationIds})`,
      ),
    ])
    const holds = new Map(taken.map((one) => [one.no, one]))
    const rows = new Map(deliveries.map((row) => [row.no, row]))
    const to = new Map(destinations.map((row) => [row.id, row]))
    return turns.flatMap(({ no, destinationId }) => {
      const [held, row, destination] = [holds.get(no), rows.get(no), to.get(destinationId)]
      if (!held || !row || !destination) return []
      const { no: _, begunAt, ...own } = held
      return [
        {
          ...own,
          begunAt: new Date(begunAt),
          delivery: deliveryOf(row),
          destination: destinationOf(destination),
        },
      ]
    })
  }

  /** Whoever tried a destination meanwhile may have found out that it takes nothing, or is to be left alone: it is held now. */
  const take = (tx: Tx, turns: readonly DeliveryTurn[], { holder, leaseMs }: DeliveryClaimRequest) =>
    tx.all<Taken>(sql`UPDATE deliveries AS d SET claimed_by = ${holder}, claimed_until = ${db.now()} + ${leaseMs}::bigint,
        claim_number = d.claim_number + 1
      FROM unnest(${turns.map(({ no }) => no)}::bigint[], ${turns.map(({ trust }) => trust)}::int[]) AS t (no, trust), destinations AS x
      WHERE d.no = t.no AND x.id = d.destination_id AND x.trust = t.trust AND x.due_at <= ${db.now()}
        AND x.disabled_at IS NULL AND x.deleted_at IS NULL
        AND d.claimed_by IS NULL AND d.due_at <= ${db.now()}
      RETURNING d.no, d.id, d.claimed_by AS holder, d.claim_number AS number, d.begun_at, d.tries`)

  return {
    claim: (request) => db.write((tx) => claim(tx, request), { lock: ['destinations', 'claims'] }),
    async renew(claims, leaseMs) {
      if (claims.length === 0) return []
      const renewed = await db.soft.all<DeliveryClaim>(sql`WITH held AS MATERIALIZED (
          SELECT d.no FROM deliveries AS d JOIN ${claimsGiven(claims)}
            ON c.id = d.id AND d.claimed_by = c.holder AND d.claim_number = c.number
          ORDER BY d.no FOR NO KEY UPDATE OF d)
        UPDATE deliveries AS d SET claimed_until = ${db.now()} + ${leaseMs}::bigint FROM held AS h WHERE d.no = h.no
        RETURNING d.id, d.claimed_by AS holder, d.claim_number AS number`)
      return lostOf(claims, renewed)
    },
    giveBack: (claim) => db.write(async (tx) => void (await freed(tx, heldBy(claim)))),
    releaseOf: (host) => db.write((tx) => freed(tx, ofHost(sql`d.claimed_by`, host))),
  }
}

/** Ends claims; gives how many. The destinations are held first, and it is looked again then. */
async function freed(tx: Tx, which: Sql): Promise<number> {
  const of = await tx.all<{ id: string }>(sql`SELECT DISTINCT d.destination_id AS id FROM deliveries AS d
    WHERE d.claimed_by IS NOT NULL AND ${which}`)
  if (of.length === 0) return 0
  const ids = of.map(({ id }) => id)
  const [, ended] = await Promise.all([
    hold(tx, ids),
    tx.run(sql`UPDATE deliveries AS d SET ${FREE} WHERE d.claimed_by IS NOT NULL AND ${which}
      AND d.destination_id = ANY(${ids})`),
  ])
  await claimsEnded(tx, ids)
  return ended
}
