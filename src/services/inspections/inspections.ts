import type { Inspection } from '../../core/inspection.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import { createClientLimit } from '../access/client-limit.ts'
import type { Clock, InspectionRunner } from '../ports.ts'
import { readName } from './name.ts'

export interface InspectionsDeps {
  /** `size`: how many analyses and inspections run beside one another now. */
  runner: InspectionRunner & { readonly size: number }
  clock: Clock
  /** Visitors without an account are served at all. */
  enabled: boolean
  /** For each network, as for anonymous tests. */
  perHour: number
}

export interface Inspections {
  /** Looks at what a visitor typed. `client` is the network the visitor comes from, as text. `bad_request`: it is neither
   * a domain nor a public address; `under_way`: the visitor's last one has not ended. */
  inspect(typed: string, client: string): Promise<Result<Inspection>>
}

/** Inspections of all visitors at once: each takes an analysis process of its own, and leaves one to messages. */
const MOST_AT_ONCE = 2
const atOnce = (places: number) => Math.max(1, Math.min(MOST_AT_ONCE, places - 1))
const BUSY_SECONDS = 10

/** The inspection did not come to its end. */
export class InspectionStopped extends Error {
  override readonly name = 'InspectionStopped'
}

export function createInspections({ runner, clock, enabled, perHour }: InspectionsDeps): Inspections {
  const admit = createClientLimit(perHour, clock)
  const running = new Set<string>()
  return {
    async inspect(typed, client) {
      if (!enabled) return refused({ kind: 'anonymous_tests_off' })
      const subject = readName(typed)
      if ('refused' in subject) return refused({ kind: 'bad_request', reason: subject.refused })
      if (running.has(client)) return refused({ kind: 'under_way' })
      if (running.size >= atOnce(runner.size))
        return refused({ kind: 'rate_limited', retryAfterSeconds: BUSY_SECONDS })
      const retryAfterSeconds = admit(client)
      if (retryAfterSeconds > 0) return refused({ kind: 'rate_limited', retryAfterSeconds })
      running.add(client)
      try {
        const found = await runner.inspect(subject)
        if ('stopped' in found) throw new InspectionStopped(found.stopped)
        return granted({ subject, checks: found.checks })
      } finally {
        running.delete(client)
      }
    },
  }
}
