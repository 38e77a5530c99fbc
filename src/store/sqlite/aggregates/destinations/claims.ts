import { DROPPED } from '../../../keeping/destinations/due.ts'
import {
  type DeliveryRow,
  type DestinationRow,
  deliveryOf,
  destinationOf,
} from '../../../keeping/destinations/rows.ts'
import type { ClaimedDelivery, DeliveryClaim, DeliveryClaimRequest } from '../../../watching/deliveries.ts'
import type { Connection } from '../../connection.ts'
import type { DueTimes } from './due.ts'
import { DELIVERY_COLUMNS, DESTINATION_COLUMNS } from './rows.ts'
import { createDeliveryTurns } from './turns.ts'

const FREE = 'claimed_by = NULL, claimed_until = NULL'
const HELD = 'id = @id AND claimed_by = @holder AND claim_number = @number'

interface Hold {
  id: string
  holder: string
  number: number
  begunAt: number
  tries: number
}

/** Who sends which delivery. `now` is the engine's clock, `steady` the one that claims go by. */
export function deliveryClaims(connection: Pick<Connection, 'driver'>, due: DueTimes) {
  const { driver } = connection
  const turns = createDeliveryTurns(connection)
  const first = driver
    .prepare<[string, number], number>(
      `SELECT no FROM deliveries INDEXED BY deliveries_waiting
        WHERE destination_id = ? AND due_at IS NOT NULL AND claimed_by IS NULL AND due_at <= ? ORDER BY due_at, no LIMIT 1`,
    )
    .pluck()
  const hold = driver.prepare<[string, number, number], Hold>(
    `UPDATE deliveries SET claimed_by = ?, claimed_until = ?, claim_number = claim_number + 1 WHERE no = ?
      RETURNING id, claimed_by AS holder, claim_number AS number, begun_at AS begunAt, tries`,
  )
  const delivery = driver.prepare<[number], DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries AS d JOIN delivery_bodies AS b ON b.delivery_no = d.no WHERE d.no = ?`,
  )
  const destination = driver.prepare<[string], DestinationRow>(
    `SELECT ${DESTINATION_COLUMNS} FROM destinations AS x WHERE x.id = ?`,
  )
  const renew = driver.prepare(`UPDATE deliveries SET claimed_until = @until WHERE ${HELD}`)
  const giveBack = driver
    .prepare<DeliveryClaim, string>(`UPDATE deliveries SET ${FREE} WHERE ${HELD} RETURNING destination_id`)
    .pluck()
  const overdue = driver
    .prepare<[number], string>(
      `UPDATE deliveries INDEXED BY deliveries_claimed SET ${FREE} WHERE claimed_by IS NOT NULL AND claimed_until <= ?
        RETURNING destination_id`,
    )
    .pluck()
  const leftBy = driver
    .prepare<[string, string], string>(
      `UPDATE deliveries INDEXED BY deliveries_claimed SET ${FREE} WHERE claimed_by IS NOT NULL AND claimed_by >= ? AND claimed_by < ?
        RETURNING destination_id`,
    )
    .pluck()
  const isOff = driver
    .prepare<[string], number>('SELECT 1 FROM destinations WHERE id = ? AND disabled_at IS NOT NULL')
    .pluck()

  /** Claims on these ended. */
  function ended(destinationIds: readonly string[]): number {
    for (const id of new Set(destinationIds)) {
      if (isOff.get(id) === undefined) due.look(id)
      else due.drop(id, DROPPED.disabled)
    }
    return destinationIds.length
  }

  return {
    claim(request: DeliveryClaimRequest, now: Date, steady: Date): ClaimedDelivery[] {
      ended(overdue.all(steady.getTime()))
      const claimed: ClaimedDelivery[] = []
      const until = steady.getTime() + request.leaseMs
      turns.run(request, now.getTime(), (destinationId) => {
        const no = first.get(destinationId, now.getTime())
        const held = no === undefined ? undefined : hold.get(request.holder, until, no)
        const [row, to] = no === undefined ? [] : [delivery.get(no), destination.get(destinationId)]
        due.look(destinationId)
        if (!held || !row || !to) return false
        const { begunAt, ...claim } = held
        claimed.push({
          ...claim,
          begunAt: new Date(begunAt),
          delivery: deliveryOf(row),
          destination: destinationOf(to),
        })
        return true
      })
      return claimed
    },
    renew(claims: readonly DeliveryClaim[], leaseMs: number, steady: Date): DeliveryClaim[] {
      const until = steady.getTime() + leaseMs
      return claims.filter(({ id, holder, number }) => renew.run({ id, holder, number, until }).changes === 0)
    },
    giveBack: (claim: DeliveryClaim): void => void ended(giveBack.all(claim)),
    /** Holders are `<host>/<start>`; 0 comes next after the slash. */
    releaseOf: (host: string): number => ended(leftBy.all(`${host}/`, `${host}0`)),
  }
}
