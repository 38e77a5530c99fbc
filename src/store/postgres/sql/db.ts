import { mayBeTriedAgain, tookTooLong } from '../wire/failures.ts'
import type { PoolName, Run, Wire } from '../wire/wire.ts'
import { DatabaseBusy, type Db, RolledBack, type Tx, type WriteOptions, type WriteTx } from './database.ts'
import { locking } from './locks.ts'
import { plain, type Sql } from './statement.ts'

/** Milliseconds that a transaction may take, or a statement by itself, over all tries: longer than a host that stands still holds a
 * lock, and than a change of the tables is waited for. */
const WRITE_MS = 20_000
/** Milliseconds until the next try, at most; doubled each time. */
const PAUSE_MS = 10
const LONGEST_PAUSE_MS = 200
/** Many small waits for locks may be too much for a statement. One that does too much is not begun again and again. */
const TOO_LONG_TRIES = 2

const BEGIN = plain('BEGIN ISOLATION LEVEL READ COMMITTED')
const COMMIT = plain('COMMIT')
const ROLLBACK = plain('ROLLBACK')

/** The database over its connections. `now`: a piece of a statement that gives milliseconds. */
export function createDb(wire: Wire, now: () => Sql): Db {
  const one = (pool: PoolName, tooLongTries = TOO_LONG_TRIES) =>
    over((statement) =>
      again(() => wire.use(pool, (run) => run(statement)), performance.now() + WRITE_MS, tooLongTries),
    )
  return {
    ...one('durable'),
    soft: one('soft'),
    reading: one('reading', 1),
    now,
    async write(work, how = {}) {
      const end = performance.now() + (how.limitMs ?? WRITE_MS)
      try {
        return await again(
          () => wire.use(how.soft ? 'soft' : 'durable', (run) => transaction(run, work, how, end)),
          end,
          TOO_LONG_TRIES,
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
  work: (tx: WriteTx) => Promise<T>,
  { lock }: WriteOptions,
  end: number,
): Promise<T> {
  let isCommitted = false
  const mustHaveTime = () => {
    if (performance.now() >= end) throw new DatabaseBusy('A transaction took too long; it was undone.')
  }
  async function commit(statements: readonly Sql[]): Promise<unknown[][]> {
    const last = statements.map((statement) => run(statement))
    const [answers, { command }] = await Promise.all([Promise.all(last), run(COMMIT)])
    if (command !== 'COMMIT')
      throw new Error('A transaction was undone, as one of its statements had failed.')
    isCommitted = true
    return answers.map(({ rows }) => rows)
  }
  const tx: WriteTx = {
    ...over((statement) => {
      mustHaveTime()
      return run(statement)
    }),
    async commit(statements) {
      mustHaveTime()
      return commit(statements)
    },
  }
  // Goes out with the first statement: its failure is that one's too.
  run(BEGIN).catch(() => {})
  try {
    if (lock) await run(locking(lock))
    const answer = await work(tx)
    if (!isCommitted) await commit([])
    return answer
  } catch (cause) {
    await run(ROLLBACK).catch(() => {})
    throw cause
  }
}

/** Tries anew what was undone for somebody else's lock. */
async function again<T>(attempt: () => Promise<T>, end: number, tooLongTries: number): Promise<T> {
  let tooLong = 0
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (cause) {
      if (tookTooLong(cause)) tooLong += 1
      const mayGoOn = mayBeTriedAgain(cause) || (tookTooLong(cause) && tooLong < tooLongTries)
      if (!mayGoOn || performance.now() >= end) throw cause
      await Bun.sleep(Math.random() * Math.min(PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS))
    }
  }
}
