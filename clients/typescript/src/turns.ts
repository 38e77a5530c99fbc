import { ApiError, apiError } from './errors.ts'
import { createLine, type Turn } from './line.ts'
import { pause } from './pause.ts'

/** What a call brings when it asks for a slot of the rate. */
export interface Waiting {
  /** Until when it waits for one, by performance.now(). */
  until: number
  signal?: AbortSignal | undefined
  /** Seconds the service was asked to hold its answer. */
  held?: number | undefined
}

/** Makes the attempt; while the rate is used up, when its turn has come, and again as long as it is refused. */
export type InTurn = <T extends { headers: Headers }>(
  attempt: () => Promise<T>,
  waiting: Waiting,
) => Promise<T>

/** A refusal comes at once: what has no answer after this was let through. */
const LET_THROUGH_MS = 2000
/** So that clients that were told the same second do not come in the same order each time. */
const SPREAD_MS = 50

/** Lets the calls of a client through one at a time while its account's rate is used up. `maxRetryAfter` is the longest
 * Retry-After, in seconds, that is waited for. */
export function createTurns(maxRetryAfter: number): InTurn {
  const line = createLine()
  let notBefore = 0
  let refusal: ApiError | undefined

  /** What a call is told that waits for others' slots, and may not wait any longer. */
  function late(): ApiError {
    const retryAfter = Math.max(1, Math.ceil((notBefore - performance.now()) / 1000))
    const { message = 'Too many requests', requestId } = refusal ?? {}
    return apiError(message, { status: 429, requestId, retryAfter })
  }

  /** Notes until when all have to wait; says whether this call may wait that long. */
  function note(error: unknown, until: number): boolean {
    if (!(error instanceof ApiError) || error.status !== 429) return false
    const { retryAfter } = error
    if (!retryAfter || retryAfter > maxRetryAfter) return false
    notBefore = Math.max(notBefore, performance.now() + retryAfter * 1000)
    refusal = error
    line.open()
    return notBefore <= until
  }

  async function slot({ until, signal }: Waiting): Promise<void> {
    for (;;) {
      const left = notBefore - performance.now()
      if (left <= 0) return
      if (notBefore > until) throw late()
      await pause(left + Math.random() * SPREAD_MS, signal)
    }
  }

  /** Gives the answer, or none when the call was refused and may wait. */
  async function ask<T>(attempt: () => Promise<T>, turn: Turn | undefined, { until, held }: Waiting) {
    const through = turn && held ? setTimeout(turn.end, LET_THROUGH_MS, 0) : undefined
    try {
      return await attempt()
    } catch (error) {
      if (!note(error, until)) throw error
      return undefined
    } finally {
      clearTimeout(through)
    }
  }

  return async <T extends { headers: Headers }>(attempt: () => Promise<T>, waiting: Waiting) => {
    let turn: Turn | undefined
    let answered: T | undefined
    try {
      while (!answered) {
        if (line.isOpen() && turn?.ended !== false) turn = await line.turn({ ...waiting, late })
        if (turn) await slot(waiting)
        answered = await ask(attempt, turn, waiting)
      }
      return answered
    } finally {
      turn?.end(answered ? spareOf(answered.headers) : 0)
    }
  }
}

/** The requests that would be admitted at once, as the RateLimit header tells. */
function spareOf(headers: Headers): number {
  const [, spare = '0'] = /;\s*r=(\d{1,9})/.exec(headers.get('ratelimit') ?? '') ?? []
  return Number(spare)
}
