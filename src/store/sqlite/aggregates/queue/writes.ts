import { asc, eq, sql } from 'drizzle-orm'
import type { Blame } from '../../../../core/message.ts'
import type { Claim, ClaimRequest, QueuedMessage } from '../../../claims.ts'
import { present } from '../../../keeping/present.ts'
import type { Queries } from '../../connection.ts'
import { mailTests, messages } from '../../schema.ts'
import { ownerColumns, withSenderHints } from '../sender-hints.ts'
import { analysedAgain } from './again.ts'
import { heldBy, PLACE_IN_FRONT, placeInLine, WAITING } from './rows.ts'
import { createTurns } from './turns.ts'

/** Rows that fall due, taken into the line by one claim: what is left comes with the next. */
const RETURNING_AT_ONCE = 500
/** A repeat comes before all other messages when it was due for so long: it has to run within ten minutes, however long the line is. */
const OVERDUE_MS = 4 * 60_000

function prepareReturning(queries: Queries) {
  const now = sql.placeholder('now')
  return {
    // The conditions are those of the partial indexes, word for word.
    returning: queries
      .select({ seq: messages.seq, maker: messages.maker, claimedBy: messages.claimedBy })
      .from(messages)
      .where(
        sql`due_at > 0 and (claimed_by is not null or status is not 'scored') and ${messages.dueAt} <= ${now}`,
      )
      .orderBy(asc(messages.dueAt), asc(messages.seq))
      .limit(RETURNING_AT_ONCE)
      .prepare(),
    overdue: queries
      .select({ seq: messages.seq, maker: messages.maker, claimedBy: messages.claimedBy })
      .from(messages)
      .where(
        sql`due_at > 0 and claimed_by is null and status = 'scored' and ${messages.dueAt} <= ${now} - ${sql.raw(String(OVERDUE_MS))}`,
      )
      .orderBy(asc(messages.dueAt), asc(messages.seq))
      .limit(RETURNING_AT_ONCE)
      .prepare(),
    leave: queries
      .update(messages)
      .set({ rank: null })
      .where(sql`rank is not null and ${eq(messages.maker, sql.placeholder('maker'))}`)
      .prepare(),
    goFirst: queries
      .update(messages)
      .set({ dueAt: WAITING, rank: PLACE_IN_FRONT })
      .where(eq(messages.seq, sql.placeholder('seq')))
      .prepare(),
    wait: queries
      .update(messages)
      .set({
        dueAt: WAITING,
        claimedBy: null,
        lostTries: sql`${messages.lostTries} + ${sql.placeholder('lost')}`,
        rank: placeInLine(sql.placeholder('maker')),
      })
      .where(eq(messages.seq, sql.placeholder('seq')))
      .prepare(),
  }
}

const queued = {
  id: messages.id,
  holder: sql<string>`${messages.claimedBy}`,
  number: messages.claimNumber,
  token: mailTests.token,
  accountId: mailTests.accountId,
  lostTries: messages.lostTries,
  blamed: messages.blamed,
  ...ownerColumns,
  repeated: sql`${messages.status} is 'scored'`.mapWith(Boolean),
}

function prepareClaims(queries: Queries) {
  return {
    claimed: queries
      .select(queued)
      .from(messages)
      .innerJoin(mailTests, eq(mailTests.seq, messages.testSeq))
      .where(eq(messages.seq, sql.placeholder('seq')))
      .prepare(),
    renew: queries
      .update(messages)
      .set({ dueAt: sql`${sql.placeholder('dueAt')}` })
      .where(heldBy)
      .prepare(),
    giveBack: queries
      .update(messages)
      .set({
        dueAt: sql`${sql.placeholder('dueAt')}`,
        claimedBy: null,
        lostTries: sql`${messages.lostTries} + ${sql.placeholder('lost')}`,
      })
      .where(heldBy)
      .prepare(),
    blame: queries
      .update(messages)
      .set({
        blamed: sql`json_insert(${messages.blamed}, '$[#]', json(${sql.placeholder('blame')}))`,
      })
      .where(heldBy)
      .prepare(),
  }
}

/** The queue: who may analyse which message, and when. `now` is the clock of the engine. */
export function queueWrites(queries: Queries) {
  const due = prepareReturning(queries)
  const held = prepareClaims(queries)
  const turns = createTurns(queries)
  const analyseAgain = analysedAgain(queries)

  /** What was claimed and not renewed, and what waited out its time, goes into the line; repeats that wait for long before
   * it, the longest first. */
  function takeIn(now: Date): void {
    const at = { now: now.getTime() }
    for (const { seq, maker, claimedBy } of due.returning.all(at)) {
      due.wait.run({ seq, maker, lost: claimedBy === null ? 0 : 1 })
    }
    for (const { seq, maker } of due.overdue.all(at).toReversed()) {
      // The line holds one message of a maker: the other one comes after this.
      due.leave.run({ maker })
      due.goFirst.run({ seq })
    }
  }

  return {
    claim({ holder, leaseMs, limit, places }: ClaimRequest, now: Date): QueuedMessage[] {
      takeIn(now)
      const taken = turns.take({ holder, until: now.getTime() + leaseMs, limit, places }, now)
      return taken.flatMap((seq) => {
        const row = held.claimed.get({ seq })
        return row ? withSenderHints(present(row)) : []
      })
    },
    analyseAgain,
    renew(claims: readonly Claim[], leaseMs: number, now: Date): Claim[] {
      const dueAt = now.getTime() + leaseMs
      return claims.filter((claim) => held.renew.run({ ...claim, dueAt }).changes === 0)
    },
    giveBack(
      claim: Claim,
      { afterMs, lostTry }: { afterMs: number; lostTry: boolean },
      now: Date,
    ): 'given_back' | 'lost' {
      const dueAt = now.getTime() + afterMs
      const { changes } = held.giveBack.run({ ...claim, dueAt, lost: lostTry ? 1 : 0 })
      return changes === 1 ? 'given_back' : 'lost'
    },
    blame(claim: Claim, { step, reason }: Blame): 'noted' | 'lost' {
      const blame = JSON.stringify({ step, reason })
      return held.blame.run({ ...claim, blame }).changes === 1 ? 'noted' : 'lost'
    },
  }
}
