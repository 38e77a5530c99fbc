import type { SenderHints } from '../../../core/report.ts'
import type { ClaimRequest, QueuedMessage } from '../../claims.ts'
import { createPlaces, type Parties, type Places } from '../../keeping/queue/places.ts'
import type { Db, WriteTx } from '../sql/database.ts'
import { locking } from '../sql/locks.ts'
import { type Sql, sql } from '../sql/statement.ts'
import { type Chosen, chooseFromLine, headOfLine, type LineRow, type Turn } from './line.ts'
import { takenIn } from './returning.ts'

const REPEAT_WINDOW = 300

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

/** Who may analyse which message: one claim at a time over all hosts, so that each goes by the line as the last one left it. Most
 * claims wait twice for an answer beside those to BEGIN and COMMIT: once for all that is read, once for all that is written. The rows of makers are held before it is
 * looked whether they have something that waits: whoever accepts a message holds them too. */
export function claimer(db: Db) {
  async function claim(tx: WriteTx, request: ClaimRequest): Promise<QueuedMessage[]> {
    const [returning, overdue] = takenIn(db)
    const [, held, , , head, repeated] = await Promise.all([
      tx.all(locking(['queue', ''])),
      tx.all<Parties>(sql`SELECT maker, sender FROM messages WHERE claimed_by = ${request.holder}`),
      tx.run(returning),
      tx.run(overdue),
      tx.all<LineRow>(headOfLine(request)),
      tx.all<Turn>(repeatsDue(db)),
    ])
    const places = createPlaces(held, request)
    const chosen = await chooseFromLine(tx, head, places, request)
    const turns = [...chosen.turns, ...repeatsOf(repeated, places, request)]
    const before = heldMakers(chosen)
    const answers = await tx.commit([...before, taking(db, turns, request), ...movingOn(chosen, request)])
    const rows = answers[before.length] as Row[]
    const taken = new Map(rows.map((row) => [row.seq, row]))
    return turns.flatMap(({ seq }) => {
      const row = taken.get(seq)
      return row ? [queuedOf(row, request.holder)] : []
    })
  }

  return (request: ClaimRequest): Promise<QueuedMessage[]> =>
    db.write((tx) => claim(tx, request), { soft: true })
}

/** Repeated analyses that are due, the longest first. */
const repeatsDue = (db: Db): Sql => sql`SELECT seq, maker, sender FROM messages
  WHERE due_at > 0 AND claimed_by IS NULL AND status = 'scored' AND due_at <= ${db.now()}
  ORDER BY due_at, seq LIMIT ${REPEAT_WINDOW}::bigint`

/** They get what the line leaves, but for a quarter of the places, which is left to whoever comes next. */
function repeatsOf(due: readonly Turn[], places: Places, { limit, places: all }: ClaimRequest): Turn[] {
  const most = Math.min(limit, all - places.held - Math.floor(all / 4))
  return due.filter((row) => {
    const isTaken = places.taken() < most && places.mayTake(row)
    if (isTaken) places.take(row)
    return isTaken
  })
}

function heldMakers({ moved, empty, otherSender }: Chosen): Sql[] {
  const makers = [...new Set([...moved, ...empty, ...otherSender.keys()])].toSorted()
  if (makers.length === 0) return []
  return [sql`SELECT maker FROM queue_makers WHERE maker = ANY(${makers}) ORDER BY maker FOR UPDATE`]
}

/** What is being deleted or written is left where it is. */
const taking = (db: Db, turns: readonly Turn[], { holder, leaseMs }: ClaimRequest): Sql =>
  sql`WITH free AS MATERIALIZED (
      SELECT m.seq FROM messages AS m WHERE m.seq = ANY(${turns.map(({ seq }) => seq)}::bigint[])
        AND m.claimed_by IS NULL AND m.due_at <= ${db.now()}
      ORDER BY m.seq FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE messages AS m SET due_at = ${db.now()} + ${leaseMs}::bigint, claimed_by = ${holder},
      claim_number = m.claim_number + 1
    FROM free AS f, mail_tests AS t WHERE m.seq = f.seq AND t.seq = m.test_seq
    RETURNING m.seq, m.id, m.claim_number AS number, t.token, t.account_id, m.lost_tries, m.blamed, t.owner_kind,
      t.owner_bulk, m.status IS NOT DISTINCT FROM 'scored' AS repeated`

/** Whoever had a turn, as a message of theirs is claimed by now, goes to the end of the line; whoever has nothing that waits, out of it. */
function movingOn({ turns, moved, empty, otherSender }: Chosen, { holder }: ClaimRequest): Sql[] {
  const gone = [...moved, ...empty]
  const statements: Sql[] = []
  if (gone.length > 0)
    statements.push(sql`DELETE FROM queue_makers AS q WHERE q.maker = ANY(${gone})
      AND NOT EXISTS (SELECT 1 FROM messages AS m WHERE m.maker = q.maker AND m.due_at = 0)`)
  if (otherSender.size > 0)
    statements.push(sql`UPDATE queue_makers AS q SET sender = t.sender
      FROM unnest(${[...otherSender.keys()]}::text[], ${[...otherSender.values()]}::text[]) AS t (maker, sender)
      WHERE q.maker = t.maker`)
  if (turns.length > 0)
    statements.push(sql`WITH had AS MATERIALIZED (
        SELECT t.maker, min(t.no) AS no
        FROM unnest(${turns.map(({ maker }) => maker)}::text[], ${turns.map(({ seq }) => seq)}::bigint[])
          WITH ORDINALITY AS t (maker, seq, no)
        JOIN messages AS m ON m.seq = t.seq AND m.claimed_by = ${holder} GROUP BY t.maker),
      these AS MATERIALIZED (
        SELECT h.maker, nextval('queue_places') AS place, (
          SELECT m.sender FROM messages AS m WHERE m.maker = h.maker AND m.due_at = 0 ORDER BY m.seq LIMIT 1) AS sender
        FROM (SELECT maker FROM had ORDER BY no) AS h)
      UPDATE queue_makers AS q SET place = t.place, sender = coalesce(t.sender, ''), first_seq = NULL
      FROM these AS t WHERE q.maker = t.maker`)
  return statements
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
