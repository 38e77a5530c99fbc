import { DatabaseBusy, DatabaseSilent } from '../sql/database.ts'
import type { Answer } from '../sql/rows.ts'
import type { Sql } from '../sql/statement.ts'
import type { Address } from './address.ts'
import { type Connection, connect } from './connection.ts'
import { isWantOfSpace, NoPrimary } from './failures.ts'
import { createPool, type Pool } from './pool.ts'

export type WireTrouble = 'silent' | 'busy'

export type PoolName = 'durable' | 'soft' | 'reading'

/** Runs statements on one connection. */
export type Run = (statement: Sql) => Promise<Answer>

export interface Wire {
  /** Gives a connection to whoever works on it, and takes it back. Rejects with DatabaseBusy, DatabaseSilent or StatementFailed. */
  use<T>(pool: PoolName, work: (run: Run) => Promise<T>, limitMs?: number): Promise<T>
  /** The database is known not to answer: what runs rejects, the next call opens new connections. */
  giveUp(reason: string): void
  /** What the last call came to: undefined while the database answers. */
  trouble(): WireTrouble | undefined
  /** What a look at the database came to. */
  seen(trouble: WireTrouble | undefined): void
  /** Whether a write failed for want of space, until `hasRoom` says that there is some. */
  wasFull(): boolean
  hasRoom(): void
  close(): Promise<void>
}

export interface WireOptions {
  address: Address
  program: string
  /** Connections to the database, over all pools. */
  connections: number
  /** Milliseconds that a statement may take; the server ends it somewhat earlier. */
  statementMs?: number
}

/** Connections of one time: at a deadline all of them are given up together, as the net may be silent for each. */
interface Generation {
  pools: Record<PoolName, Pool>
  /** Calls to be told when it ends. */
  running: Set<(cause: Error) => void>
}

const STATEMENT_MS = 10_000
/** How much earlier than us the server ends a statement. */
const EARLIER_MS = 2000

export function createWire(options: WireOptions): Wire {
  const statementMs = options.statementMs ?? STATEMENT_MS
  let generation = begin()
  let closed = false
  let trouble: WireTrouble | undefined
  let full = false

  function begin(): Generation {
    const part = Math.max(2, Math.floor(options.connections / 4))
    const about = {
      address: options.address,
      program: options.program,
      statementMs: Math.max(statementMs - EARLIER_MS, Math.ceil(statementMs / 2)),
    }
    return {
      pools: {
        durable: createPool(Math.max(2, options.connections - 2 * part), () => connect(about)),
        soft: createPool(part, () => connect({ ...about, soft: true })),
        reading: createPool(part, () => connect(about)),
      },
      running: new Set(),
    }
  }

  function end(which: Generation, cause: Error): void {
    if (which === generation && !closed) generation = begin()
    for (const pool of Object.values(which.pools)) pool.end(cause)
    for (const tell of which.running) tell(cause)
    which.running.clear()
  }

  /** An answer in time, or the end of the generation. */
  function inTime<T>(which: Generation, limitMs: number, answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => end(which, new DatabaseSilent(`The database did not answer within ${limitMs} ms.`)),
        limitMs,
      )
      const done = () => {
        clearTimeout(timer)
        which.running.delete(reject)
      }
      which.running.add(reject)
      answer.then(resolve, reject).finally(done)
    })
  }

  async function within<T>(pool: PoolName, work: (run: Run) => Promise<T>, limitMs: number): Promise<T> {
    const mine = generation
    const connection: Connection = await inTime(mine, limitMs + EARLIER_MS, mine.pools[pool].take(limitMs))
    try {
      return await work((statement) => inTime(mine, limitMs, connection.run(statement)))
    } catch (cause) {
      if (cause instanceof NoPrimary) end(mine, cause)
      throw cause
    } finally {
      mine.pools[pool].give(connection)
    }
  }

  return {
    async use(pool, work, limitMs = statementMs) {
      if (closed) throw new Error('The store is closed.')
      try {
        const answer = await within(pool, work, limitMs)
        trouble = undefined
        return answer
      } catch (cause) {
        if (isWantOfSpace(cause)) full = true
        else if (cause instanceof DatabaseSilent) trouble = 'silent'
        else if (cause instanceof DatabaseBusy) trouble = 'busy'
        throw cause
      }
    },
    giveUp: (reason) => {
      trouble = 'silent'
      end(generation, new DatabaseSilent(reason))
    },
    trouble: () => trouble,
    wasFull: () => full,
    hasRoom: () => {
      full = false
    },
    seen: (now) => {
      trouble = now
    },
    async close() {
      closed = true
      const until = performance.now() + statementMs
      const used = () => Object.values(generation.pools).some((pool) => pool.used() > 0)
      while (used() && performance.now() < until) await Bun.sleep(5)
      end(generation, new Error('The store is closed.'))
    },
  }
}
