import { QueryTooLong } from '../../aggregates.ts'
import { createTurns } from '../../keeping/reading-turns.ts'
import { type ReaderThread, startReader } from './reader-client.ts'

export interface ReadersOptions {
  /** The database. */
  file: string
  /** The thread's module, when it is not where this module expects it. */
  url?: string | URL
  /** Milliseconds that a query waits at most for its turn, and runs. */
  limitMs?: number
  /** Milliseconds that a query has to notice that nobody waits for it. */
  graceMs?: number
}

/** Threads that read, begun at the first query. */
export interface Readers {
  /** Runs a query of somebody in their turn; one of theirs at a time. Rejects with QueryTooLong past the limit, or where too many wait. */
  ask(whose: string, name: string, args: readonly unknown[]): Promise<unknown>
  /** Abandons what runs and waits, and ends the threads. */
  close(): Promise<void>
}

interface Query {
  whose: string
  name: string
  args: readonly unknown[]
  resolve(value: unknown): void
  reject(cause: Error): void
  timer?: ReturnType<typeof setTimeout>
}

const THREADS = 2
/** Threads more that may be at the end of a query which does not notice that nobody waits for it. */
const MORE = 2
const WAITING = { most: 1_000, mostOfOne: 50 }
const LIMIT_MS = 10_000
const GRACE_MS = 1_000
/** What a thread that does not end by itself is waited for when all is closed. */
const END_MS = 2_000
const TOO_LONG = 'The query took too long.'
const CLOSED = 'The database is closed.'

export function createReaders({
  file,
  url,
  limitMs = LIMIT_MS,
  graceMs = GRACE_MS,
}: ReadersOptions): Readers {
  const turns = createTurns<Query>(WAITING)
  const running = new Map<string, Query>()
  const idle: ReaderThread[] = []
  /** In use, idle or not; and given up, but not at their end yet. */
  const threads = new Set<ReaderThread>()
  const abandoned = new Set<ReaderThread>()
  let isClosed = false

  function idleThread(): ReaderThread | undefined {
    for (let one = idle.pop(); one; one = idle.pop()) {
      if (!one.isGone()) return one
      threads.delete(one)
    }
    return undefined
  }

  function newThread(): ReaderThread {
    const thread = startReader(file, url)
    threads.add(thread)
    return thread
  }

  const mayStart = () => threads.size < THREADS && threads.size + abandoned.size < THREADS + MORE

  function begin(): void {
    while (!isClosed) {
      const thread = idleThread()
      if (!thread && !mayStart()) return
      const query = turns.next((whose) => running.has(whose))
      if (query) void run(thread ?? newThread(), query)
      else {
        if (thread) idle.push(thread)
        return
      }
    }
  }

  async function run(thread: ReaderThread, query: Query): Promise<void> {
    running.set(query.whose, query)
    after(query, limitMs, () => {
      query.reject(new QueryTooLong(TOO_LONG))
      thread.stop()
      after(query, graceMs, () => giveUp(thread))
    })
    await thread.run(query.name, query.args).then(query.resolve, query.reject)
    clearTimeout(query.timer)
    running.delete(query.whose)
    turns.ran(query.whose)
    if (abandoned.delete(thread) || thread.isGone()) threads.delete(thread)
    else idle.push(thread)
    begin()
  }

  /** It did not notice, and ends when its query does: another one is begun. */
  function giveUp(thread: ReaderThread): void {
    threads.delete(thread)
    abandoned.add(thread)
    void thread.end()
    begin()
  }

  return {
    ask(whose, name, args) {
      if (isClosed) return Promise.reject(new Error(CLOSED))
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const query: Query = { whose, name, args, resolve, reject }
      if (!turns.add(whose, query)) return Promise.reject(new QueryTooLong(TOO_LONG))
      after(query, limitMs, () => {
        turns.remove(whose, query)
        reject(new QueryTooLong(TOO_LONG))
      })
      begin()
      return promise
    },
    async close() {
      isClosed = true
      for (const query of [...turns.empty(), ...running.values()]) {
        clearTimeout(query.timer)
        query.reject(new Error(CLOSED))
      }
      const all = [...threads, ...abandoned]
      for (const thread of all) thread.stop()
      await within(END_MS, Promise.all(all.map((thread) => thread.end())))
    },
  }
}

/** A query waits for one thing at a time. */
function after(query: Query, milliseconds: number, then: () => void): void {
  clearTimeout(query.timer)
  query.timer = setTimeout(then, milliseconds)
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}
