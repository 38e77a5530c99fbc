import type { Looked, SignedBy } from '../../core/domain-health.ts'
import type { InspectedName } from '../../core/inspection.ts'
import type { InspectionRunner } from '../ports.ts'

/** Inspections of everybody at once: each takes an analysis process of its own, and leaves one to messages. */
const MOST_AT_ONCE = 2
const atOnce = (places: number) => Math.max(1, Math.min(MOST_AT_ONCE, places - 1))

/** Bounds how many inspections run beside one another, whoever asks for them. */
export interface InspectionSeats {
  inspect(subject: InspectedName, signedBy?: SignedBy): Promise<Looked | { stopped: string } | 'no seat'>
  /** The same where nobody waits for it: the last seat is left to those who do, where there are several. */
  inspectBeside(
    subject: InspectedName,
    signedBy?: SignedBy,
  ): Promise<Looked | { stopped: string } | 'no seat'>
  /** Whether one would begin now. */
  readonly isFree: boolean
}

/** `size`: how many analyses and inspections run beside one another now. */
export function inspectionSeats(runner: InspectionRunner & { readonly size: number }): InspectionSeats {
  let running = 0
  const isFree = () => running < atOnce(runner.size)
  const isFreeBeside = () => running < Math.max(1, atOnce(runner.size) - 1)

  async function inspect(...what: Parameters<InspectionRunner['inspect']>) {
    running += 1
    try {
      return await runner.inspect(...what)
    } finally {
      running -= 1
    }
  }

  return {
    get isFree() {
      return isFree()
    },
    inspect: async (...what) => (isFree() ? inspect(...what) : 'no seat'),
    inspectBeside: async (...what) => (isFreeBeside() ? inspect(...what) : 'no seat'),
  }
}
