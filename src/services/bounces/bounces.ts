import { type ExplainedBounce, isExplained } from '../../core/bounce.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import { createLimits, type Limits, perHour } from '../access/limits.ts'
import type { BounceRunner, Clock } from '../ports.ts'

export interface BouncesDeps {
  runner: BounceRunner
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  /** Visitors without an account are served at all. */
  enabled: boolean
  /** For each network, as for checks without a message. */
  perHour: number
  /** The largest file. */
  maxBytes: number
}

export interface Bounces {
  readonly maxBytes: number
  /** Explains what a visitor handed in, a mail or a text, and keeps nothing of it. `client` is the network the visitor comes from, as
   * text. `bad_request`: there is no bounce and no answer of a server in it; `under_way`: the visitor's last one has not ended. */
  explain(raw: Uint8Array, client: string): Promise<Result<ExplainedBounce>>
}

/** Of everybody at once: each takes an analysis process for a moment. */
const MOST_AT_ONCE = 2
const busy = refused({ kind: 'rate_limited', retryAfterSeconds: 10 })

/** The explanation did not come to its end. */
export class ExplanationStopped extends Error {
  override readonly name = 'ExplanationStopped'
}

const NOTHING = 'Paste a bounce, or choose its file.'

/** Said of what holds neither. */
export const NO_BOUNCE =
  'Neither a bounce nor the answer of a mail server was found in it. Hand in the whole bounce as it arrived, or the lines that begin with a code such as 550.'

export function createBounces(deps: BouncesDeps): Bounces {
  const { runner, clock, enabled, maxBytes, limits = createLimits(clock) } = deps
  const admitted = limits.rate('bounces', perHour(deps.perHour))
  const running = new Set<string>()

  const whyUnread = (raw: Uint8Array): Refusal | undefined => {
    if (!enabled) return { kind: 'anonymous_tests_off' }
    if (raw.byteLength > maxBytes) return { kind: 'message_too_big', limit: maxBytes }
    return isBlank(raw) ? { kind: 'bad_request', reason: NOTHING } : undefined
  }

  return {
    maxBytes,
    async explain(raw, client) {
      const unread = whyUnread(raw)
      if (unread) return refused(unread)
      if (running.has(client)) return refused({ kind: 'under_way' })
      if (running.size >= MOST_AT_ONCE) return busy
      running.add(client)
      try {
        const retryAfterSeconds = await admitted.take(client)
        if (retryAfterSeconds > 0) return refused({ kind: 'rate_limited', retryAfterSeconds })
        const explained = await runner.explain(raw)
        if ('stopped' in explained) throw new ExplanationStopped(explained.stopped)
        if (!isExplained(explained)) return refused({ kind: 'bad_request', reason: NO_BOUNCE })
        return granted(explained)
      } finally {
        running.delete(client)
      }
    },
  }
}

/** Blanks and line ends alone. */
function isBlank(raw: Uint8Array): boolean {
  return raw.every((octet) => octet <= 32)
}
