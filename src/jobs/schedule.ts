import type { Log } from '../services/ports.ts'

export interface Schedule {
  /** Runs the work now and then in this interval, never twice at once; a failure is logged and the next turn comes. */
  every(milliseconds: number, name: string, work: () => Promise<unknown>): void
  /** Begins nothing more and resolves when what runs has ended. */
  stop(): Promise<void>
}

export function createSchedule(log: Log): Schedule {
  const timers: ReturnType<typeof setInterval>[] = []
  const running = new Map<string, Promise<unknown>>()

  function turn(name: string, work: () => Promise<unknown>): void {
    if (running.has(name)) return
    const done = work()
      .catch((cause) => log.error({ err: cause, job: name }, 'A regular job failed; it is tried again'))
      .finally(() => running.delete(name))
    running.set(name, done)
  }

  return {
    every(milliseconds, name, work) {
      turn(name, work)
      timers.push(setInterval(() => turn(name, work), milliseconds))
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.allSettled(running.values())
    },
  }
}
