import type { Log } from '../services/ports.ts'
import type { DecidingAnew } from '../services/withholding/deciding-anew.ts'

export interface DecidingDeps {
  decidingAnew: DecidingAnew
  log: Log
  /** Milliseconds before it is tried again, when it broke off. */
  restMs?: number
}

/** Work after an upgrade, in the background: what is stored is the queue, so a restart loses nothing. */
export interface Deciding {
  start(): void
  /** Takes up nothing more and resolves when what runs has ended, or the time is up. */
  stop(graceMs: number): Promise<void>
}

const REST_MS = 60_000

export function createDeciding({ decidingAnew, log, restMs = REST_MS }: DecidingDeps): Deciding {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    try {
      await decidingAnew.run(() => stopped)
    } catch (cause) {
      if (stopped) return
      log.error(
        { err: cause },
        'What earlier rules decided could not be decided anew; it is tried again later',
      )
      timer = setTimeout(begin, restMs)
    }
  }
  function begin(): void {
    running = work()
  }

  return {
    start: begin,
    async stop(graceMs) {
      stopped = true
      clearTimeout(timer)
      await Promise.race([running, Bun.sleep(graceMs)])
    },
  }
}
