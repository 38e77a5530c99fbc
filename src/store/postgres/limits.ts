import { type Budget, type Rate, type Slot, takeSlot } from '../../core/access/rate.ts'
import type { LimitStore } from '../hosts/limits.ts'
import type { Db, Tx } from './sql/database.ts'
import { sql } from './sql/statement.ts'

interface Row {
  arrival: number
  rateInterval: number
  told: number | null
  penalised: number
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

  return {
    async take(limit, who, rate, units = 1) {
      const key = keyOf(limit, who)
      for (let tries = 1; ; tries++) {
        const slot = await db.write(
          async (tx) => {
            const kept = await read(tx, key, true)
            const taken = several(takeSlot(kept.budget, kept.now, rate), kept.now, rate, units)
            const written = await tx.run(kept.budget ? change(key, taken.budget) : add(key, taken.budget))
            return written === 1 ? taken.slot : undefined
          },
          { soft: true },
        )
        if (slot) return slot
        if (tries === TRIES) throw new Error('A limit was made and forgotten again and again.')
      }
    },
    async peek(limit, who, rate) {
      const { budget, now } = await read(db.soft, keyOf(limit, who), false)
      return takeSlot(budget, now, rate).slot
    },
    async refund(limit, who, { interval }, units = 1) {
      await db.soft.run(
        sql`UPDATE limits SET arrival = arrival - ${interval * units}::int8 WHERE key = ${keyOf(limit, who)}`,
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

/** The first unit decides; the others are paid off before the next one comes. */
function several(taken: { budget: Budget; slot: Slot }, now: number, rate: Rate, units: number) {
  if (units <= 1 || !taken.slot.admitted) return taken
  const { interval, burst } = rate
  const arrival = taken.budget.arrival + (units - 1) * interval
  const left = now + interval * burst - arrival
  const slot: Slot = {
    ...taken.slot,
    wait: Math.max(0, -left),
    remaining: left < 0 ? 0 : Math.floor(left / interval) + 1,
    reset: arrival - now,
  }
  return { budget: { ...taken.budget, arrival }, slot }
}
