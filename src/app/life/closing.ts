import type { Logger } from 'pino'
import type { Prepare } from './reload.ts'

/** What was cut off because it did not end in time, by its name: messages on their way in, analyses, requests. */
export type Cut = Record<string, number>

/** Ends a part within the milliseconds; says how many of what it was at were cut off. */
export type End = (graceMs: number) => Promise<number | undefined>

/** Hands over what closes a part again; the last one handed over is called first. */
export interface Later {
  (closer: () => unknown): void
  /** What ends before anything is closed, beside all others that do. `what` names what it cuts off, for the log. */
  drained(what: string, end: End): void
  /** The same, once those are done: what people look at while the others end. */
  drainedLast(what: string, end: End): void
  /** What nobody who asks for an answer waits for: it begins once everything is open. */
  opened(begin: () => void): void
  /** What has to be done where the config changes while the service runs. */
  reloaded(prepare: Prepare): void
}

/** What is under way may take so long to end; what follows is bounded too, so that all of a stop is far below the 30 s a unit gives it. */
const FIRST_GRACE_MS = 10_000
const LAST_GRACE_MS = 4_000
/** What one part may take to close. */
const CLOSE_MS = 5_000

type Bounds = Record<'firstMs' | 'lastMs' | 'closeMs', number>

export interface Closing {
  later: Later
  /** What was handed over for a reload. */
  prepares: readonly Prepare[]
  /** From now on what is to begin once everything is open waits for the returned call; it never begins after `close`. */
  holdBack(): () => void
  /** Ends and closes everything, however badly a part does. */
  close(): Promise<Cut>
}

/** Keeps what closes the parts of the service again. */
export function createClosing(
  log: Pick<Logger, 'error'>,
  bounds: Bounds = { firstMs: FIRST_GRACE_MS, lastMs: LAST_GRACE_MS, closeMs: CLOSE_MS },
): Closing {
  const closers: (() => unknown)[] = []
  const first: { what: string; end: End }[] = []
  const last: typeof first = []
  const prepares: Prepare[] = []
  let held: (() => void)[] | undefined

  async function drain(ends: typeof first, graceMs: number, cut: Cut): Promise<void> {
    await Promise.all(
      ends.splice(0).map(async ({ what, end }) => {
        const count = await careful(what, () => within(graceMs + bounds.closeMs, end(graceMs)))
        if (count === 'late') cut[what] = (cut[what] ?? 0) + 1
        else if (count) cut[what] = (cut[what] ?? 0) + count
      }),
    )
  }

  async function careful<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (cause) {
      // What else is open is closed all the same.
      log.error({ err: cause, what }, 'A part of the service could not be closed properly')
      return undefined
    }
  }

  const later = Object.assign((closer: () => unknown) => void closers.push(closer), {
    drained: (what: string, end: End) => void first.push({ what, end }),
    drainedLast: (what: string, end: End) => void last.push({ what, end }),
    opened: (begin: () => void) => void (held ? held.push(begin) : begin()),
    reloaded: (prepare: Prepare) => void prepares.push(prepare),
  })
  return {
    later,
    prepares,
    holdBack() {
      const waiting: (() => void)[] = []
      held = waiting
      return () => {
        if (held === waiting) held = undefined
        for (const begin of waiting.splice(0)) begin()
      }
    },
    async close() {
      // Of a start that ends nothing begins any more.
      held?.splice(0)
      held = []
      const cut: Cut = {}
      await drain(first, bounds.firstMs, cut)
      await drain(last, bounds.lastMs, cut)
      for (const closer of closers.splice(0).toReversed()) {
        await careful('closing', async () => closer())
      }
      return cut
    },
  }
}

const LATE = 'late'

/** What the work gives, or `late` when it takes longer. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  const late = Promise.withResolvers<typeof LATE>()
  const timer = setTimeout(() => late.resolve(LATE), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
