import { createSchedule } from '../../jobs/schedule.ts'
import { createWatching } from '../../services/answers/watching/watching.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'
import type { OpenSources } from './open-sources.ts'

const EVERY_MS = 5 * 60_000
const PREPARING_EVERY_MS = 15_000

/** Watches what DMARC and TLS reports say of domains, and works out again what people look at when more came. */
export function openWatching(
  shared: Pick<Shared, 'store' | 'clock' | 'log'>,
  { reading, looked }: Pick<OpenSources, 'reading' | 'looked'>,
  later: Later,
): void {
  const watching = createWatching({ ...shared, sources: reading, holder: HOLDER })
  const schedule = createSchedule(shared.log, later.opened)
  schedule.every(EVERY_MS, 'watch over DMARC reports', () => watching.run())
  schedule.every(PREPARING_EVERY_MS, 'answers of DMARC reports', looked.prepare)
  later.drained('watch over DMARC reports', (graceMs) => {
    watching.stop()
    return schedule.stop(graceMs)
  })
}
