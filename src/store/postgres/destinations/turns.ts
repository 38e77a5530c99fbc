import { createShares, type HeldParty, type Party, TRUSTS } from '../../keeping/destinations/shares.ts'
import type { DeliveryClaimRequest } from '../../watching/deliveries.ts'
import type { Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

/** How many destinations a claim looks at. */
const MOST_LOOKED = 2_000
/** Read at once, of those of one trust. */
const PAGE = 50

/** A delivery whose turn it is. */
export interface DeliveryTurn {
  no: number
  destinationId: string
  /** Of its destination, when it was chosen. */
  trust: number
}

type Shares = ReturnType<typeof createShares>

interface Head extends Party {
  place: number
  dueAt: number
  heldUntil: number | null
  /** Of its deliveries, the first that are due. */
  nos: number[]
  dues: number[]
}

const PARTY = plain('x.id, x.account_id, x.kind, x.shown, x.trust')

/** Whose turn it is: one of each destination that may have one, then a second of each, until there are enough. */
export async function chooseDeliveries(
  tx: Tx,
  request: DeliveryClaimRequest,
  now: Sql,
): Promise<DeliveryTurn[]> {
  const held = await tx.all<HeldParty>(sql`SELECT ${PARTY}, d.claimed_by AS holder FROM deliveries AS d
    JOIN destinations AS x ON x.id = d.destination_id WHERE d.claimed_by IS NOT NULL`)
  const shares = createShares(held, request)
  const chosen: DeliveryTurn[] = []
  const offer = (head: Head): boolean => {
    const no = shares.may(head) ? head.nos.shift() : undefined
    if (no === undefined) return false
    chosen.push({ no, destinationId: head.id, trust: head.trust })
    shares.count(head)
    return true
  }
  let round: Head[] = []
  for await (const head of line(tx, request.perDestination, now, shares)) {
    if (shares.full()) break
    if (offer(head)) round.push(head)
  }
  for (let no = 1; no < request.perDestination && !shares.full() && round.length > 0; no += 1) {
    round = inOrder(round, no).filter((head) => shares.trusts(head.trust) && !shares.full() && offer(head))
  }
  return chosen
}

/** Those that have another delivery due, by the time of that one. */
function inOrder(round: readonly Head[], no: number): Head[] {
  const at = ({ dues, heldUntil }: Head) => Math.max(dues[no] ?? 0, heldUntil ?? 0)
  return round
    .filter(({ nos }) => nos.length > 0)
    .toSorted((one, other) => at(one) - at(other) || one.trust - other.trust || one.place - other.place)
}

/** Destinations that have something due, the longest due first, of those whose trust may have one more. */
async function* line(tx: Tx, ofEach: number, now: Sql, shares: Shares): AsyncGenerator<Head> {
  const pages = await Promise.all(TRUSTS.map((trust) => openPage(tx, trust, ofEach, now)))
  for (let looked = 0; looked < MOST_LOOKED; looked += 1) {
    let first: (typeof pages)[number] | undefined
    for (const page of pages) {
      const head = page.head()
      if (head && shares.trusts(page.trust) && head.dueAt < (first?.head()?.dueAt ?? Infinity)) first = page
    }
    const head = first?.head()
    if (!first || !head) return
    await first.next()
    yield head
  }
}

/** Destinations of one trust, in the order in which they are due. */
async function openPage(tx: Tx, trust: number, ofEach: number, now: Sql) {
  const read = (dueAt: number, place: number) =>
    tx.all<Head>(sql`SELECT x.place, ${PARTY}, x.due_at, x.held_until, f.nos, f.dues FROM (
        SELECT o.id FROM destinations AS o WHERE o.trust = ${plain(String(trust))} AND o.due_at IS NOT NULL
          AND (o.due_at, o.place) > (${dueAt}::bigint, ${place}::bigint) AND o.due_at <= ${now}
        ORDER BY o.due_at, o.place LIMIT ${plain(String(PAGE))}) AS n
      JOIN destinations AS x ON x.id = n.id CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(w.no ORDER BY w.due_at, w.no), '{}') AS nos,
          coalesce(array_agg(w.due_at ORDER BY w.due_at, w.no), '{}') AS dues
        FROM (SELECT d.no, d.due_at FROM deliveries AS d WHERE d.destination_id = x.id AND d.due_at IS NOT NULL
            AND d.claimed_by IS NULL AND d.due_at <= ${now} ORDER BY d.due_at, d.no LIMIT ${ofEach}::bigint) AS w) AS f
      ORDER BY x.due_at, x.place`)
  let rows = await read(0, 0)
  let at = 0
  return {
    trust,
    head: (): Head | undefined => rows[at],
    async next(): Promise<void> {
      const last = rows[at]
      at += 1
      if (at < rows.length || rows.length < PAGE || !last) return
      rows = await read(last.dueAt, last.place)
      at = 0
    },
  }
}
