import type { Log } from '../ports.ts'

/** Work that an answer does not wait for, so that how long it takes tells nobody anything. */
export interface Background {
  /** Begins it; a fault of it is logged with this sentence. */
  run(work: () => Promise<void>, sentence: string): void
  /** All that has begun is done. */
  settled(): Promise<void>
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  return {
    run(work, sentence) {
      const done = work()
        .catch((cause: unknown) => log.error({ reason: String(cause) }, sentence))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
