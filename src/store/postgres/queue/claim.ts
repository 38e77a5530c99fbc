import type { SenderHints } from '../../../core/report.ts'
import type { ClaimRequest, QueuedMessage } from '../../claims.ts'
import { createPlaces, type Parties, type Places } from '../../keeping/queue/places.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { type Chosen, chooseFromLine, type Turn } from './line.ts'
import { takenIn } from './returning.ts'

const REPEAT_WINDOW = plain('300')

interface Row {
  seq: number
  id: string
  number: number
  token: string
  accountId: string | null
  lostTries: number
  blamed: string
  ownerKind: NonNullable<SenderHints['kind']> | null
  ownerBulk: number | null
  repeated: boolean
}

/** Who may analyse which message: one claim at a time over all hosts, so that each goes by the line as the last one left it. The rows of
 * makers are held before it is looked whether they have something that waits: whoever accepts a message holds them too. */
export function claimer(db: Db) {
  async function claim(tx: Tx, request: ClaimRequest): Promise<QueuedMessage[]> {
    const [held] = await Promise.all([
      tx.all<Parties>(sql`SELECT maker, sender FROM messages WHERE claimed_by = ${request.holder}`),
      ...takenIn(db).map((statement) => tx.run(statement)),
    ])
    const places = createPlaces(held, request)
    const chosen = await chooseFromLine(tx, places, request)
    // A quarter of the places is left to whoever comes next.
    const most = Math.min(request.limit, request.places - places.held - Math.floor(request.places / 4))
    const repeats = places.taken() < most ? await repeatsFor(tx, places, most) : []
    const turns = [...chosen.turns, ...repeats]
    const taken = await take(tx, turns, chosen, request)
    await moveOn(tx, chosen, taken)
    return turns.flatMap(({ seq }) => {
      const row = taken.get(seq)
      return row ? [queuedOf(row, request.holder)] : []
    })
  }

  /** Repeated analyses that are due, the longest first. */
  async function repeatsFor(tx: Tx, places: Places, most: number): Promise<Turn[]> {
    const rows = await tx.all<Turn>(sql`SELECT seq, maker, sender FROM messages
      WHERE due_at > 0 AND claimed_by IS NULL AND status = 'scored' AND due_at <= ${db.now()}
      ORDER BY due_at, seq LIMIT ${REPEAT_WINDOW}`)
    return rows.filter((row) => {
      const isTaken = places.taken() < most && places.mayTake(row)
      if (isTaken) places.take(row)
      return isTaken
    })
  }

  /** What is being deleted or written is left where it is. */
  async function take(
    tx: Tx,
    turns: readonly Turn[],
    { moved, empty }: Chosen,
    { holder, leaseMs }: ClaimRequest,
  ): Promise<Map<number, Row>> {
    const touched = [...moved, ...empty].toSorted()
    const [, rows] = await Promise.all([
      touched.length === 0
        ? undefined
        : tx.run(sql`SELECT maker FROM queue_makers WHERE maker = ANY(${touched}) ORDER BY maker FOR UPDATE`),
      turns.length === 0
        ? []
        : tx.all<Row>(sql`WITH free AS MATERIALIZED (
            SELECT m.seq FROM messages AS m WHERE m.seq = ANY(${turns.map(({ seq }) => seq)}::bigint[])
              AND m.claimed_by IS NULL AND m.due_at <= ${db.now()}
            ORDER BY m.seq FOR NO KEY UPDATE SKIP LOCKED)
          UPDATE messages AS m SET due_at = ${db.now()} + ${leaseMs}::bigint, claimed_by = ${holder},
            claim_number = m.claim_number + 1
          FROM free AS f, mail_tests AS t WHERE m.seq = f.seq AND t.seq = m.test_seq
          RETURNING m.seq, m.id, m.claim_number AS number, t.token, t.account_id, m.lost_tries, m.blamed, t.owner_kind,
            t.owner_bulk, m.status IS NOT DISTINCT FROM 'scored' AS repeated`),
    ])
    return new Map(rows.map((row) => [row.seq, row]))
  }

  return (request: ClaimRequest): Promise<QueuedMessage[]> =>
    db.write((tx) => claim(tx, request), { soft: true, lock: ['queue', ''] })
}

/** Whoever had a turn goes to the end of the line, or out of it. */
async function moveOn(
  tx: Tx,
  { turns, moved, empty, otherSender }: Chosen,
  taken: ReadonlyMap<number, Row>,
): Promise<void> {
  const had = turns.filter(({ seq, maker }) => moved.has(maker) && taken.has(seq)).map(({ maker }) => maker)
  const gone = [...new Set([...had, ...empty])]
  const others = [...otherSender].filter(([maker]) => !had.includes(maker)).toSorted()
  await Promise.all([
    gone.length > 0 &&
      tx.run(sql`DELETE FROM queue_makers AS q WHERE q.maker = ANY(${gone})
        AND NOT EXISTS (SELECT 1 FROM messages AS m WHERE m.maker = q.maker AND m.due_at = 0)`),
    had.length > 0 &&
      tx.run(sql`WITH these AS MATERIALIZED (
          SELECT t.maker, nextval('queue_places') AS place, (
            SELECT m.sender FROM messages AS m WHERE m.maker = t.maker AND m.due_at = 0 ORDER BY m.seq LIMIT 1) AS sender
          FROM unnest(${[...new Set(had)]}::text[]) AS t (maker))
        UPDATE queue_makers AS q SET place = t.place, sender = coalesce(t.sender, ''), first_seq = NULL
        FROM these AS t WHERE q.maker = t.maker`),
    others.length > 0 &&
      tx.run(sql`UPDATE queue_makers AS q SET sender = t.sender
        FROM unnest(${others.map(([maker]) => maker)}::text[], ${others.map(([, sender]) => sender)}::text[]) AS t (maker, sender)
        WHERE q.maker = t.maker`),
  ])
}

function queuedOf(row: Row, holder: string): QueuedMessage {
  const { id, number, token, accountId, lostTries, blamed, repeated } = row
  return {
    id,
    holder,
    number,
    token,
    ...(accountId !== null && { accountId }),
    lostTries,
    blamed: JSON.parse(blamed),
    ...hintsOf(row),
    repeated,
  }
}

/** What the owner said of the test's mail. */
function hintsOf({ ownerKind, ownerBulk }: Row): Pick<QueuedMessage, 'senderHints'> {
  if (ownerKind === null && ownerBulk === null) return {}
  const senderHints: SenderHints = {}
  if (ownerKind !== null) senderHints.kind = ownerKind
  if (ownerBulk !== null) senderHints.bulk = ownerBulk === 1
  return { senderHints }
}
