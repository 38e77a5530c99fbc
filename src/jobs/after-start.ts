import type { Log } from '../services/ports.ts'

export interface AfterStartDeps {
  /** Goes on until nothing is left, or it is over. */
  work: { run(isOver: () => boolean): Promise<unknown> }
  /** Said when it broke off. */
  failed: string
  log: Log
  /** Milliseconds before it is tried again, when it broke off. */
  restMs?: number
}

/** Work after an upgrade, in the background: what is stored is the queue, so a restart loses nothing. */
export interface AfterStart {
  start(): void
  /** Takes up nothing more and resolves when what runs has ended, or the time is up. It goes on at the next start. */
  stop(graceMs: number): Promise<undefined>
}

const REST_MS = 60_000

export function createAfterStart({ work, failed, log, restMs = REST_MS }: AfterStartDeps): AfterStart {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    try {
      await work.run(() => stopped)
    } catch (cause) {
      if (stopped) return
      log.error({ err: cause }, failed)
      timer = setTimeout(begin, restMs)
    }
  }
  function begin(): void {
    running = run()
  }

  return {
    start: begin,
    async stop(graceMs) {
      stopped = true
      clearTimeout(timer)
      await Promise.race([running, Bun.sleep(graceMs)])
      return undefined
    },
  }
}
