import type { Inspection } from '../../core/inspection.ts'
import { granted, type Result, refused } from '../../core/refusal.ts'
import { createLimits, type Limits, perHour } from '../access/limits.ts'
import type { Clock } from '../ports.ts'
import { readName } from './name.ts'
import type { InspectionSeats } from './seats.ts'

export interface InspectionsDeps {
  seats: Pick<InspectionSeats, 'inspect' | 'isFree'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
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

const busy = refused({ kind: 'rate_limited', retryAfterSeconds: 10 })

/** The inspection did not come to its end. */
export class InspectionStopped extends Error {
  override readonly name = 'InspectionStopped'
}

export function createInspections(deps: InspectionsDeps): Inspections {
  const { seats, clock, enabled, limits = createLimits(clock) } = deps
  const admitted = limits.rate('inspections', perHour(deps.perHour))
  const running = new Set<string>()
  return {
    async inspect(typed, client) {
      if (!enabled) return refused({ kind: 'anonymous_tests_off' })
      const subject = readName(typed)
      if ('refused' in subject) return refused({ kind: 'bad_request', reason: subject.refused })
      if (running.has(client)) return refused({ kind: 'under_way' })
      if (!seats.isFree) return busy
      running.add(client)
      try {
        const retryAfterSeconds = await admitted.take(client)
        if (retryAfterSeconds > 0) return refused({ kind: 'rate_limited', retryAfterSeconds })
        const found = await seats.inspect(subject)
        if (found === 'no seat') return busy
        if ('stopped' in found) throw new InspectionStopped(found.stopped)
        return granted({ subject, checks: found.checks })
      } finally {
        running.delete(client)
      }
    },
  }
}
