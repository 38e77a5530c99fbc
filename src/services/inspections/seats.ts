import type { Looked, SignedBy } from '../../core/domain-health.ts'
import type { InspectedName } from '../../core/inspection.ts'
import type { InspectionRunner } from '../ports.ts'

/** Inspections of everybody at once: each takes an analysis process of its own, and leaves one to messages. */
const MOST_AT_ONCE = 2
const atOnce = (places: number) => Math.max(1, Math.min(MOST_AT_ONCE, places - 1))

/** Bounds how many inspections run beside one another, whoever asks for them. */
export interface InspectionSeats {
  inspect(subject: InspectedName, signedBy?: SignedBy): Promise<Looked | { stopped: string } | 'no seat'>
  /** Whether one would begin now. */
  readonly isFree: boolean
}

/** `size`: how many analyses and inspections run beside one another now. */
export function inspectionSeats(runner: InspectionRunner & { readonly size: number }): InspectionSeats {
  let running = 0
  const isFree = () => running < atOnce(runner.size)
  return {
    get isFree() {
      return isFree()
    },
    async inspect(subject, signedBy) {
      if (!isFree()) return 'no seat'
      running += 1
      try {
        return await runner.inspect(subject, signedBy)
      } finally {
        running -= 1
      }
    },
  }
}
