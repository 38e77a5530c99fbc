import { asc, eq, gt, sql } from 'drizzle-orm'
import { createPlaces, type Places } from '../../../keeping/queue/places.ts'
import type { Queries } from '../../connection.ts'
import { messages } from '../../schema.ts'
import { placeBehind } from './rows.ts'

/** How far into the line a claim looks for somebody who may take a place; beyond that it goes by senders. */
const LINE_WINDOW = 300
const SENDER_WINDOW = 300
const REPEAT_WINDOW = 300

interface Turn {
  seq: number
  maker: string
  sender: string
  rank: number | null
}

/** What is wanted for a holder. */
interface Wanted {
  holder: string
  /** When the claims run out. */
  until: number
  limit: number
  places: number
}

const turn = { seq: messages.seq, maker: messages.maker, sender: messages.sender, rank: messages.rank }

/** The conditions are those of the partial indexes, word for word. */
function prepareTurns(queries: Queries) {
  const from = () => queries.select(turn).from(messages)
  return {
    held: from()
      .where(eq(messages.claimedBy, sql.placeholder('holder')))
      .prepare(),
    next: from()
      .where(sql`rank is not null and ${gt(messages.rank, sql.placeholder('behind'))}`)
      .orderBy(asc(messages.rank))
      .limit(1)
      .prepare(),
    nextSender: queries
      .select({ sender: sql<string | null>`min(${messages.sender})` })
      .from(messages)
      .where(sql`rank is not null and ${gt(messages.sender, sql.placeholder('behind'))}`)
      .prepare(),
    ofSender: from()
      .where(sql`rank is not null and ${eq(messages.sender, sql.placeholder('sender'))}`)
      .orderBy(asc(messages.rank))
      .limit(sql.placeholder('limit'))
      .prepare(),
    repeats: from()
      .where(
        sql`due_at > 0 and claimed_by is null and status = 'scored' and ${messages.dueAt} <= ${sql.placeholder('now')}`,
      )
      .orderBy(asc(messages.dueAt), asc(messages.seq))
      .limit(REPEAT_WINDOW)
      .prepare(),
    take: queries
      .update(messages)
      .set({
        dueAt: sql`${sql.placeholder('until')}`,
        claimedBy: sql`${sql.placeholder('holder')}`,
        claimNumber: sql`${messages.claimNumber} + 1`,
        rank: null,
      })
      .where(eq(messages.seq, sql.placeholder('seq')))
      .prepare(),
    closeUp: queries
      .update(messages)
      .set({ rank: placeBehind(sql.placeholder('rank')) })
      .where(
        sql`seq = (select min(seq) from messages where due_at = 0 and rank is null and maker = ${sql.placeholder('maker')})`,
      )
      .prepare(),
  }
}

type Prepared = ReturnType<typeof prepareTurns>

/** Who comes next. The line holds one message of each maker; when it is taken, the maker's next one goes to the end. */
export function createTurns(queries: Queries) {
  const prepared = prepareTurns(queries)
  return {
    /** Claims messages, in their order; gives their rows. */
    take(wanted: Wanted, now: Date): number[] {
      const taken: number[] = []
      const places = createPlaces(prepared.held.all({ holder: wanted.holder }), wanted)
      const offer = offering(prepared, places, wanted, taken)
      const looked = fromLine(prepared, places, offer)
      if (looked === LINE_WINDOW) fromSenders(prepared, places, wanted.places, offer)
      // A quarter of the places is left to whoever comes next.
      const most = Math.min(wanted.limit, wanted.places - places.held - Math.floor(wanted.places / 4))
      if (taken.length < most) {
        for (const row of prepared.repeats.all({ now: now.getTime() })) {
          if (taken.length < most) offer(row)
        }
      }
      return taken
    },
  }
}

type Offer = (row: Turn) => void

/** Takes the message of a row if its parties may have one more. */
function offering(prepared: Prepared, places: Places, wanted: Wanted, taken: number[]): Offer {
  const { holder, until } = wanted
  return (row) => {
    if (!places.mayTake(row)) return
    prepared.take.run({ seq: row.seq, holder, until })
    if (row.rank !== null) prepared.closeUp.run({ maker: row.maker, rank: row.rank })
    taken.push(row.seq)
    places.take(row)
  }
}

/** Gives how many were looked at. */
function fromLine(prepared: Prepared, places: Places, offer: Offer): number {
  let behind = Number.MIN_SAFE_INTEGER
  for (let looked = 0; looked < LINE_WINDOW; looked += 1) {
    const row = places.full() ? undefined : prepared.next.get({ behind })
    if (row?.rank == null) return looked
    behind = row.rank
    offer(row)
  }
  return LINE_WINDOW
}

/** The head of the line is all of senders that have what they may have: whoever has another one is let past it. */
function fromSenders(prepared: Prepared, places: Places, most: number, offer: Offer): void {
  let sender: string | null = ''
  for (let looked = 0; looked < SENDER_WINDOW && sender !== null && !places.full(); looked += 1) {
    // A maker has one message in the line, and no more makers than places have what they may have.
    if (sender === '' || !places.isAtBound(sender)) {
      for (const row of prepared.ofSender.all({ sender, limit: most + 1 })) offer(row)
    }
    sender = prepared.nextSender.get({ behind: sender })?.sender ?? null
  }
}
