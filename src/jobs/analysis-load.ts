import type { ProcessFacts } from './process-facts.ts'

/** Whether a process that has a message uses a processor, or waits for answers. */
export interface Load {
  computes(): boolean
}

export interface LoadDeps {
  facts(): ProcessFacts | undefined
  /** Milliseconds that it ran or would have run so far; undefined where the system does not tell. */
  readyMs(): number | undefined
  now?(): number
}

/** A process that was just handed a message is not seen at it yet. */
const HANDED_MS = 20
/** Answers that come at once are waited for by the millisecond: only who does little else for so long waits. */
const WINDOW_MS = 10
const COMPUTES_FROM = 0.5

/** Follows it from the moment it is handed a message. */
export function watchLoad({ facts, readyMs, now = () => performance.now() }: LoadDeps): Load {
  let from = { at: now(), ready: readyMs() }
  let until = from.at + HANDED_MS
  let last = true

  return {
    computes() {
      const at = now()
      if (at < until) return last
      if (facts()?.runs) return true
      const ready = readyMs()
      last = ((ready ?? 0) - (from.ready ?? 0)) / (at - from.at) >= COMPUTES_FROM
      from = { at, ready }
      until = at + WINDOW_MS
      return last
    },
  }
}
