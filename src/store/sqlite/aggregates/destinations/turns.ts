import { createShares, type HeldParty, TRUSTS } from '../../../keeping/destinations/shares.ts'
import type { DeliveryClaimRequest } from '../../../watching/deliveries.ts'
import type { Connection } from '../../connection.ts'

/** How many destinations a claim looks at: beyond that it goes on at the next one. */
const MOST_LOOKED = 2_000

interface Turn {
  place: number
  id: string
  accountId: string | null
  kind: string
  shown: string
  trust: number
  dueAt: number
}

const PARTY = 'x.id, x.account_id AS accountId, x.kind, x.shown, x.trust'

/** Whose turn it is. What is taken is told to `take`, which says whether there was something. */
export function createDeliveryTurns({ driver }: Pick<Connection, 'driver'>) {
  const claimed = driver.prepare<[], HeldParty>(
    `SELECT ${PARTY}, d.claimed_by AS holder FROM deliveries AS d INDEXED BY deliveries_claimed CROSS JOIN destinations AS x ON x.id = d.destination_id
      WHERE d.claimed_by IS NOT NULL`,
  )
  const next = driver.prepare<[number, number, number, number], Turn>(
    `SELECT x.rowid AS place, ${PARTY}, x.due_at AS dueAt FROM destinations AS x INDEXED BY destinations_due
      WHERE x.trust = ? AND x.due_at IS NOT NULL AND (x.due_at, x.rowid) > (?, ?) AND x.due_at <= ?
      ORDER BY x.due_at, x.rowid LIMIT 1`,
  )

  /** Destinations that have something due, the longest due first, of those whose trust may have one more. */
  function* line(now: number, mayTake: (trust: number) => boolean): Generator<Turn> {
    const heads = new Map<number, Turn | undefined>()
    for (const trust of TRUSTS) heads.set(trust, next.get(trust, 0, 0, now))
    for (let looked = 0; looked < MOST_LOOKED; looked += 1) {
      const waiting = [...heads.values()].filter((head) => head !== undefined && mayTake(head.trust))
      const [first] = waiting.toSorted((a, b) => (a?.dueAt ?? 0) - (b?.dueAt ?? 0))
      if (!first) return
      // Read before it is taken: that changes where it stands.
      heads.set(first.trust, next.get(first.trust, first.dueAt, first.place, now))
      yield first
    }
  }

  return {
    /** One of each that may have one, then a second of each, until there are enough. */
    run(request: DeliveryClaimRequest, now: number, take: (destinationId: string) => boolean): void {
      const shares = createShares(claimed.all(), request)
      const oneOfEach = () => {
        const before = shares.taken()
        for (const turn of line(now, shares.trusts)) {
          if (shares.full()) break
          if (shares.may(turn) && take(turn.id)) shares.count(turn)
        }
        return shares.taken() > before
      }
      for (let round = 0; round < request.perDestination && !shares.full(); round += 1) {
        if (!oneOfEach()) return
      }
    },
  }
}
