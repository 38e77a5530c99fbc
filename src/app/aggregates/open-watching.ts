import { createSchedule } from '../../jobs/schedule.ts'
import type { SourceReading } from '../../services/answers/sources/reading.ts'
import { createWatching } from '../../services/answers/watching/watching.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'

const EVERY_MS = 5 * 60_000

/** Watches what DMARC and TLS reports say of domains. */
export function openWatching(
  shared: Pick<Shared, 'store' | 'clock' | 'log'>,
  sources: SourceReading,
  later: Later,
): void {
  const watching = createWatching({ ...shared, sources, holder: HOLDER })
  const schedule = createSchedule(shared.log)
  schedule.every(EVERY_MS, 'watch over DMARC reports', () => watching.run())
  later.drained('watch over DMARC reports', (graceMs) => {
    watching.stop()
    return schedule.stop(graceMs)
  })
}
