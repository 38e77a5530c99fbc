import type { Places } from '../../keeping/queue/places.ts'
import type { Tx } from '../sql/database.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'

/** How far into the line a claim looks for somebody who may take a place; beyond that it goes by senders. */
const LINE_WINDOW = 300
/** Most claims find what they want in as many. */
const FIRST_READ = 40
/** Of those who stand in the line with nothing, so many are read over. */
const MOST_READ = 3_000
const SENDER_WINDOW = 300
/** Beyond the window, of all senders together. */
const MOST_BEYOND = 1_000

/** A message whose turn it may be. */
export interface Turn {
  seq: number
  maker: string
  sender: string
}

/** What a claim chose, and what it saw of the line. */
export interface Chosen {
  turns: Turn[]
  /** Makers of messages that were chosen from the line, in their order. */
  moved: Set<string>
  /** They stand in the line and have nothing that waits. */
  empty: string[]
  /** Makers whose first message is of another sender than the line says. */
  otherSender: Map<string, string>
}

/** Whoever stands in the line, with the first messages. */
export interface LineRow {
  maker: string
  place: number
  sender: string
  seqs: number[] | null
  senders: string[] | null
}

interface Standing {
  maker: string
  messages: Turn[]
}

interface Wanted {
  limit: number
  places: number
}

/** The head of the line: most claims read no further. */
export const headOfLine = (wanted: Wanted): Sql => partOfLine(wanted, Number.MIN_SAFE_INTEGER, FIRST_READ)

const partOfLine = ({ limit, places }: Wanted, behind: number, most: number): Sql => {
  const ofEach = Math.min(limit, Math.max(1, Math.floor(places / 2)), LINE_WINDOW)
  return sql`${standing(ofEach)} WHERE q.place > ${behind}::bigint ORDER BY q.place LIMIT ${plain(String(most))}`
}

/** Who comes next, of a line that nobody else changes but at its end. */
export async function chooseFromLine(
  tx: Tx,
  head: readonly LineRow[],
  places: Places,
  request: Wanted,
): Promise<Chosen> {
  const chosen: Chosen = { turns: [], moved: new Set(), empty: [], otherSender: new Map() }
  const stood: Standing[] = []
  let behind = Number.MIN_SAFE_INTEGER
  let looked = 0
  for (let read = 0; !places.full() && looked < LINE_WINDOW && read < MOST_READ; ) {
    const wanted = read === 0 ? FIRST_READ : LINE_WINDOW
    const rows = read === 0 ? head : await tx.all<LineRow>(partOfLine(request, behind, wanted))
    for (const one of standingOf(rows, chosen)) {
      looked += 1
      offer(one, places, chosen)
      stood.push(one)
    }
    behind = rows.at(-1)?.place ?? behind
    read += wanted
    if (rows.length < wanted) {
      goRound(stood, places, chosen)
      return chosen
    }
  }
  if (!places.full()) await fromSenders(tx, places, request.places, chosen)
  return chosen
}

/** The line, with the first messages of each. */
const standing = (ofEach: number): Sql => sql`SELECT q.maker, q.place, q.sender, w.seqs, w.senders
  FROM queue_makers AS q CROSS JOIN LATERAL (
    SELECT array_agg(m.seq ORDER BY m.later, m.seq) AS seqs, array_agg(m.sender ORDER BY m.later, m.seq) AS senders FROM (
      SELECT f.seq, f.sender, 0 AS later FROM messages AS f WHERE f.seq = q.first_seq AND f.maker = q.maker AND f.due_at = 0
      UNION ALL (
        SELECT o.seq, o.sender, 1 AS later FROM messages AS o
        WHERE o.maker = q.maker AND o.due_at = 0 AND o.seq IS DISTINCT FROM q.first_seq
        ORDER BY o.seq LIMIT ${plain(String(ofEach))})
    ) AS m) AS w`

function standingOf(rows: readonly LineRow[], chosen: Chosen): Standing[] {
  return rows.flatMap(({ maker, sender: said, seqs, senders }) => {
    const messages = (seqs ?? []).map((seq, at) => ({ seq, maker, sender: senders?.[at] ?? '' }))
    const [first] = messages
    if (!first) {
      chosen.empty.push(maker)
      return []
    }
    if (first.sender !== said) chosen.otherSender.set(maker, first.sender)
    return [{ maker, messages }]
  })
}

function offer({ maker, messages }: Standing, places: Places, chosen: Chosen): boolean {
  const [first] = messages
  if (!first || !places.mayTake(first)) return false
  messages.shift()
  places.take(first)
  chosen.turns.push(first)
  chosen.moved.add(maker)
  return true
}

/** The line is not longer: whoever had a turn stands at its end with the next message. */
function goRound(stood: readonly Standing[], places: Places, chosen: Chosen): void {
  let round = stood.filter(({ maker }) => chosen.moved.has(maker))
  while (round.length > 0 && !places.full()) {
    round = round.filter((one) => offer(one, places, chosen))
  }
}

/** The head of the line is all of senders that have what they may have: whoever has another one is let past it. */
async function fromSenders(tx: Tx, places: Places, most: number, chosen: Chosen): Promise<void> {
  const senders = await tx.all<{ sender: string }>(sql`WITH RECURSIVE these AS (
      (SELECT q.sender, 1 AS no FROM queue_makers AS q ORDER BY q.sender LIMIT 1)
      UNION ALL
      SELECT (SELECT q.sender FROM queue_makers AS q WHERE q.sender > t.sender ORDER BY q.sender LIMIT 1), t.no + 1
      FROM these AS t WHERE t.sender IS NOT NULL AND t.no < ${plain(String(SENDER_WINDOW))})
    SELECT sender FROM these WHERE sender IS NOT NULL`)
  const open = senders
    .map(({ sender }) => sender)
    .filter((sender) => sender === '' || !places.isAtBound(sender))
  if (open.length === 0) return
  // A maker stands in the line once, and no more makers than places have what they may have.
  const rows = await tx.all<LineRow>(sql`SELECT f.maker, f.place, f.sender, f.seqs, f.senders
    FROM unnest(${open}::text[]) AS s (sender) CROSS JOIN LATERAL (
      ${standing(1)} WHERE q.sender = s.sender ORDER BY q.place LIMIT ${most + 1}::int) AS f
    ORDER BY f.place LIMIT ${plain(String(MOST_BEYOND))}`)
  const others = rows.filter(({ maker }) => !chosen.moved.has(maker) && !chosen.empty.includes(maker))
  for (const one of standingOf(others, chosen)) offer(one, places, chosen)
}
