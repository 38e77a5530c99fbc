import { type Budget, takeSlot, takeSlots } from '../../core/access/rate.ts'
import { type ThrottleBounds, waitAfter } from '../../core/access/throttle.ts'
import type { CountedTry, LimitStore } from '../hosts/limits.ts'
import type { Db, Tx } from './sql/database.ts'
import { sql } from './sql/statement.ts'

interface Row {
  arrival: number
  rateInterval: number
  told: number | null
  penalised: number
}

interface Change<T> {
  /** Absent: it stays as it is. */
  budget?: Budget
  answer: T
}

/** Whoever is counted for the first time by two hosts at once: one of them makes the row, the other reads it. */
const TRIES = 5

export function limitPart(db: Db): LimitStore {
  /** By the database's clock, in microseconds. */
  const now = () => sql`${db.now()} * 1000`

  const read = async (tx: Tx, key: string, isKept: boolean) => {
    const lock = isKept ? sql`FOR UPDATE` : sql``
    const row = await tx.first<Row & { now: number }>(
      sql`SELECT arrival, rate_interval, told, penalised, ${now()} AS now FROM limits WHERE key = ${key} ${lock}`,
    )
    if (row) return { now: row.now, budget: budgetOf(row) }
    const time = await tx.first<{ now: number }>(sql`SELECT ${now()} AS now`)
    return { now: time?.now ?? 0 }
  }

  /** Of those who come at once, each sees what the one before left. */
  async function changed<T>(
    key: string,
    how: (kept: Budget | undefined, now: number) => Change<T>,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      const done = await db.write(
        async (tx) => {
          const kept = await read(tx, key, true)
          const { budget, answer } = how(kept.budget, kept.now)
          if (!budget) return { answer }
          const written = await tx.run(kept.budget ? change(key, budget) : add(key, budget))
          return written === 1 ? { answer } : undefined
        },
        { soft: true },
      )
      if (done) return done.answer
      if (tries === TRIES) throw new Error('A limit was made and forgotten again and again.')
    }
  }

  return {
    take: (limit, who, rate, units = 1) =>
      changed(keyOf(limit, who), (kept, now) => {
        const { budget, slot } = takeSlots(kept, now, rate, units)
        return { budget, answer: slot }
      }),
    async peek(limit, who, rate) {
      const { budget, now } = await read(db.soft, keyOf(limit, who), false)
      return takeSlot(budget, now, rate).slot
    },
    async refund(limit, who, { interval }, units = 1) {
      await db.soft.run(
        sql`UPDATE limits SET arrival = arrival - ${interval * units}::int8 WHERE key = ${keyOf(limit, who)}`,
      )
    },
    attempt: (limit, who, bounds) => changed(keyOf(limit, who), (kept, now) => attempt(kept, now, bounds)),
    async passed(limit, who, bounds, counted) {
      const { forget, until } = withoutIt(counted, bounds)
      // A wait that a later try brought stays: it is that one's.
      await db.soft.run(
        sql`UPDATE limits SET arrival = arrival - ${forget}::int8, told = CASE
            WHEN arrival = ${counted.arrival} AND told = ${counted.until} THEN ${until}::int8 ELSE told END
          WHERE key = ${keyOf(limit, who)}`,
      )
    },
    async forget(limit) {
      return db.soft.run(
        sql`DELETE FROM limits WHERE key IN (SELECT key FROM limits WHERE arrival <= ${now()}
          AND coalesce(told, 0) <= ${now()} ORDER BY arrival LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
      )
    },
  }
}

const keyOf = (limit: string, who: string) => `${limit} ${who}`

const budgetOf = ({ arrival, rateInterval, told, penalised }: Row): Budget => ({
  arrival,
  interval: rateInterval,
  ...(told !== null && { told }),
  penalised: penalised === 1,
})

const add = (key: string, { arrival, interval, told, penalised }: Budget) =>
  sql`INSERT INTO limits (key, arrival, rate_interval, told, penalised)
    VALUES (${key}, ${arrival}, ${interval}, ${told ?? null}, ${penalised ? 1 : 0}) ON CONFLICT (key) DO NOTHING`

const change = (key: string, { arrival, interval, told, penalised }: Budget) =>
  sql`UPDATE limits SET arrival = ${arrival}, rate_interval = ${interval}, told = ${told ?? null}, penalised = ${penalised ? 1 : 0}
    WHERE key = ${key}`

const MS = 1000
/** Tries that weigh more than no wait: past them a wait is no longer. */
const MOST_BEYOND = 30

/** Tries are kept as a budget is: what is left of them is gone at `arrival`, and `told` is when the next may come. */
function attempt(
  kept: Budget | undefined,
  now: number,
  bounds: ThrottleBounds,
): Change<CountedTry | { waitSeconds: number }> {
  // A time that lies too far ahead is brought down: the clock was set back.
  const told = Math.min(kept?.told ?? now, now + bounds.longestWaitMs * MS)
  if (now < told) return { answer: { waitSeconds: Math.ceil((told - now) / (1000 * MS)) } }
  const forget = bounds.forgetMs * MS
  const most = now + (bounds.free + MOST_BEYOND) * forget
  const arrival = Math.min(most, Math.max(kept?.arrival ?? now, now)) + forget
  const until = now + waitAfter((arrival - now) / forget, bounds) * MS
  return {
    budget: { arrival, interval: forget, told: until, penalised: false },
    answer: { at: now, arrival, until },
  }
}

/** What a counted try would have left behind if it had not been. */
function withoutIt({ at, arrival, until }: CountedTry, bounds: ThrottleBounds) {
  const forget = bounds.forgetMs * MS
  const left = (arrival - at) / forget - 1
  return { forget, until: Math.min(until, at + waitAfter(left, bounds) * MS) }
}
