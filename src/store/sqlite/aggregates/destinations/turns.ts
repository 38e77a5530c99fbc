import type { DeliveryClaimRequest } from '../../../watching/deliveries.ts'
import type { Connection } from '../../connection.ts'
import { TRUST, TRUSTS } from './rows.ts'

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

type Party = Pick<Turn, 'id' | 'accountId' | 'kind' | 'shown' | 'trust'>

const PARTY = 'x.id, x.account_id AS accountId, x.kind, x.shown, x.trust'

/** Whose turn it is. What is taken is told to `take`, which says whether there was something. */
export function createDeliveryTurns({ driver }: Pick<Connection, 'driver'>) {
  const claimed = driver.prepare<[], Party>(
    `SELECT ${PARTY} FROM deliveries AS d INDEXED BY deliveries_claimed CROSS JOIN destinations AS x ON x.id = d.destination_id
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

/** What there may be under way at once, by whom it is counted. */
type Bound = readonly [counted: string, most: number]

function createShares(held: readonly Party[], { limit, places, perDestination }: DeliveryClaimRequest) {
  const counts = new Map<string, number>()
  let taken = 0
  const part = (divisor: number) => Math.max(1, Math.floor(places / divisor))
  const bounds = (of: Party): Bound[] => [
    [`destination ${of.id}`, of.trust === TRUST.taken ? perDestination : 1],
    [`owner ${of.accountId ?? ''}`, part(2)],
    [`host ${hostOf(of)}`, part(4)],
    // Whoever has many that do not answer keeps neither others waiting nor what is new beside them.
    ...(of.trust === TRUST.untried ? [[`untried of ${of.accountId ?? ''}`, part(8)] as const] : []),
    ...(of.trust === TRUST.failing ? [[`failing of ${of.accountId ?? ''}`, part(16)] as const] : []),
  ]
  const ofTrust = (trust: number): Bound[] => [
    ...(trust === TRUST.failing ? [['failing', part(2)] as const] : []),
    ...(trust === TRUST.taken ? [] : [['failing or untried', places - part(4)] as const]),
  ]
  const isOpen = ([counted, most]: Bound) => (counts.get(counted) ?? 0) < most
  const count = (of: Party) => {
    for (const [counted] of [...bounds(of), ...ofTrust(of.trust)])
      counts.set(counted, (counts.get(counted) ?? 0) + 1)
  }
  for (const one of held) count(one)
  return {
    taken: () => taken,
    full: () => taken >= limit,
    trusts: (trust: number) => ofTrust(trust).every(isOpen),
    may: (of: Party) => bounds(of).every(isOpen),
    count(of: Party) {
      count(of)
      taken += 1
    },
  }
}

/** What fails together: all mail goes through one relay. */
const hostOf = ({ kind, shown }: Party) => (kind === 'email' ? 'relay' : shown)
