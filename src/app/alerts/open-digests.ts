import { createSchedule } from '../../jobs/schedule.ts'
import { createDigests } from '../../services/digest/digests.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'

/** It is told on the minute, and what failed is tried again as often. */
const EVERY_MS = 60_000

/** Tells accounts on Mondays what the week brought. */
export function openDigests(shared: Pick<Shared, 'store' | 'clock' | 'log'>, later: Later): void {
  const digests = createDigests({ ...shared, holder: HOLDER })
  const schedule = createSchedule(shared.log, later.opened)
  schedule.every(EVERY_MS, 'weekly digest', digests.run)
  later.drained('weekly digest', schedule.stop)
}
