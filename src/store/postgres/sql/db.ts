import { mayBeTriedAgain } from '../wire/failures.ts'
import type { PoolName, Run, Wire } from '../wire/wire.ts'
import { DatabaseBusy, type Db, RolledBack, type Tx, type WriteOptions } from './database.ts'
import { locking } from './locks.ts'
import { plain, type Sql } from './statement.ts'

/** How often something is tried that nothing stands against but somebody else's lock. */
const TRIES = 5
/** Milliseconds that a transaction may take, over all tries. */
const WRITE_MS = 20_000
/** Milliseconds until the next try, at most; doubled each time. */
const PAUSE_MS = 10

const BEGIN = plain('BEGIN ISOLATION LEVEL READ COMMITTED')
const COMMIT = plain('COMMIT')
const ROLLBACK = plain('ROLLBACK')

/** The database over its connections. `now`: a piece of a statement that gives milliseconds. */
export function createDb(wire: Wire, now: () => Sql): Db {
  const one = (pool: PoolName) => over((statement) => again(() => wire.use(pool, (run) => run(statement))))
  return {
    ...one('durable'),
    soft: one('soft'),
    reading: one('reading'),
    now,
    async write(work, how = {}) {
      const end = performance.now() + (how.limitMs ?? WRITE_MS)
      try {
        return await again(
          () => wire.use(how.soft ? 'soft' : 'durable', (run) => transaction(run, work, how, end)),
          end,
        )
      } catch (cause) {
        if (cause instanceof RolledBack) return cause.answer
        throw cause
      }
    },
  }
}

function over(run: Run): Tx {
  return {
    all: async <R>(statement: Sql) => (await run(statement)).rows as R[],
    first: async <R>(statement: Sql) => (await run(statement)).rows[0] as R | undefined,
    run: async (statement) => (await run(statement)).count,
  }
}

async function transaction<T>(
  run: Run,
  work: (tx: Tx) => Promise<T>,
  { lock }: WriteOptions,
  end: number,
): Promise<T> {
  // Goes out with the first statement: its failure is that one's too.
  run(BEGIN).catch(() => {})
  try {
    if (lock) await run(locking(lock))
    const answer = await work(
      over((statement) => {
        if (performance.now() < end) return run(statement)
        throw new DatabaseBusy('A transaction took too long; it was undone.')
      }),
    )
    const { command } = await run(COMMIT)
    if (command !== 'COMMIT')
      throw new Error('A transaction was undone, as one of its statements had failed.')
    return answer
  } catch (cause) {
    await run(ROLLBACK).catch(() => {})
    throw cause
  }
}

/** Tries anew what was undone for somebody else's lock. */
async function again<T>(attempt: () => Promise<T>, end = performance.now() + WRITE_MS): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (cause) {
      if (!mayBeTriedAgain(cause) || tries === TRIES || performance.now() >= end) throw cause
      await Bun.sleep(Math.random() * PAUSE_MS * 2 ** tries)
    }
  }
}
