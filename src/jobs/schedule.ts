import type { Log } from '../services/ports.ts'

export interface Schedule {
  /** Runs the work now and then in this interval, never twice at once; a failure is logged and the next turn comes. Long work asks
   * whether it is over: it goes on at the next start. */
  every(milliseconds: number, name: string, work: (isOver: () => boolean) => Promise<unknown>): void
  /** Begins nothing more and resolves when what runs has ended, or the time is up: says how much runs then. */
  stop(graceMs?: number): Promise<number>
}

const GRACE_MS = 10_000

/** `opened`: calls back once work may begin. Absent: at once. */
export function createSchedule(log: Log, opened = (begin: () => void) => begin()): Schedule {
  const timers: ReturnType<typeof setInterval>[] = []
  const running = new Map<string, Promise<unknown>>()

  let over = false
  const isOver = () => over

  function turn(name: string, work: (isOver: () => boolean) => Promise<unknown>): void {
    if (over || running.has(name)) return
    const done = work(isOver)
      .catch((cause) => {
        // What is cut off by a stop fails of that.
        if (!over) log.error({ err: cause, job: name }, 'A regular job failed; it is tried again')
      })
      .finally(() => running.delete(name))
    running.set(name, done)
  }

  return {
    every(milliseconds, name, work) {
      opened(() => {
        if (over) return
        turn(name, work)
        timers.push(setInterval(() => turn(name, work), milliseconds))
      })
    },
    async stop(graceMs = GRACE_MS) {
      over = true
      for (const timer of timers) clearInterval(timer)
      await Promise.race([Promise.allSettled(running.values()), Bun.sleep(graceMs)])
      return running.size
    },
  }
}
