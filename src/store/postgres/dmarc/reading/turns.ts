import { QueryTooLong } from '../../../aggregates.ts'
import { createTurns } from '../../../keeping/reading-turns.ts'
import { tookTooLong } from '../../wire/failures.ts'

interface Query {
  whose: string
  run(): Promise<unknown>
  resolve(value: never): void
  reject(cause: unknown): void
  timer?: ReturnType<typeof setTimeout>
}

/** Runs queries of accounts in turns, one of each at a time: one that is long keeps nobody else's. */
export type InTurn = <T>(whose: string, run: () => Promise<T>) => Promise<T>

const WAITING = { most: 1_000, mostOfOne: 50 }
const LIMIT_MS = 10_000
const TOO_LONG = 'The query took too long.'

/** Rejects with QueryTooLong where too many wait, past ten seconds of waiting, and where the database ended a query for its length. */
export function queriesInTurn(atOnce: number): InTurn {
  const turns = createTurns<Query>(WAITING)
  const running = new Set<string>()

  function begin(): void {
    while (running.size < atOnce) {
      const query = turns.next((whose) => running.has(whose))
      if (!query) return
      void run(query)
    }
  }

  async function run({ whose, run: work, resolve, reject, timer }: Query): Promise<void> {
    clearTimeout(timer)
    running.add(whose)
    try {
      resolve((await work()) as never)
    } catch (cause) {
      reject(tookTooLong(cause) ? new QueryTooLong(TOO_LONG) : cause)
    }
    running.delete(whose)
    turns.ran(whose)
    begin()
  }

  return <T>(whose: string, work: () => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const query: Query = { whose, run: work, resolve, reject }
    if (!turns.add(whose, query)) return Promise.reject(new QueryTooLong(TOO_LONG))
    query.timer = setTimeout(() => {
      turns.remove(whose, query)
      reject(new QueryTooLong(TOO_LONG))
    }, LIMIT_MS)
    begin()
    return promise
  }
}
