import type Sqlite from '#sqlite'

/** Ends a query that nobody waits for any more. */
export class QueryStopped extends Error {}

/** Whether the query under way is still wanted. The thread that asked says so in memory that both have, as a thread that is busy reads
 * no messages. */
export interface Going {
  begin(id: number): void
  /** Throws QueryStopped. */
  check(): void
}

export const goingMemory = () => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** Ends a query in the thread that has the memory. */
export function stopIn(memory: SharedArrayBuffer, id: number): void {
  Atomics.store(new Int32Array(memory), 0, id)
}

export function createGoing(memory: SharedArrayBuffer): Going {
  const stopped = new Int32Array(memory)
  let current = 0
  return {
    begin(id) {
      current = id
    },
    check() {
      if (current === 0 || Atomics.load(stopped, 0) !== current) return
      throw new QueryStopped('The query was ended.')
    },
  }
}

/** Makes `going(x)` known to statements: true, or the end of the statement. SQLite as it is built here can be stopped by nothing else. It
 * belongs on the outermost loop, such as days, so that it is asked now and then and not for each row. */
export function defineGoing(driver: Sqlite.Database, { check }: Pick<Going, 'check'>): void {
  driver.function('going', { deterministic: false }, (_) => {
    check()
    return 1
  })
}
