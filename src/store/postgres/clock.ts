import type { Db } from './sql/database.ts'
import { plain, sql } from './sql/statement.ts'

/** The time of the database, which all hosts go by. */
export interface DatabaseClock {
  now(): Date
  /** Compares this host's clock with the database's. */
  compare(): Promise<void>
  end(): void
}

const EVERY_MS = 10_000
/** The quickest of so many answers says most: what an answer takes is not known to be the same there and back. */
const ASKED = 4

/** A clock that is this host's, set right by the database's every ten seconds. */
export function startClock(db: Db, everyMs = EVERY_MS): DatabaseClock {
  let offset = 0
  const ask = async () => {
    const before = performance.now()
    const row = await db.first<{ now: number }>(sql`SELECT ${plain('mailgauge_now()')} AS now`)
    const took = performance.now() - before
    return { took, offset: (row?.now ?? 0) - (Date.now() - took / 2) }
  }
  const compare = async () => {
    let best = await ask()
    for (let asked = 1; asked < ASKED; asked++) {
      const next = await ask()
      if (next.took < best.took) best = next
    }
    offset = best.offset
  }
  const timer = setInterval(() => void compare().catch(() => {}), everyMs)
  return {
    now: () => new Date(Math.round(Date.now() + offset)),
    compare,
    end: () => clearInterval(timer),
  }
}
