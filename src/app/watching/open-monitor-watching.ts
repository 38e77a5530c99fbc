import type { Config } from '../../config/config.ts'
import { createSchedule } from '../../jobs/schedule.ts'
import { COUNTS_FOR_MS, openRunningTime } from '../../services/monitors/watching/running-time.ts'
import { createMonitorWatching } from '../../services/monitors/watching/watching.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'
import { type LookingParts, openLooking } from './open-looking.ts'

/** Soon enough that an alert follows the report of its message within seconds. */
const EVERY_MS = 2_000

/** Watches monitors: judges what comes, and looks at records and lists on a schedule. */
export async function openMonitorWatching(
  config: Config,
  shared: Shared,
  looks: Omit<LookingParts, 'observe'>,
  later: Later,
): Promise<void> {
  const { store, clock, log, readiness } = shared
  const running = await openRunningTime({
    times: store.watchedTime,
    monitors: store.monitors,
    clock,
    isTaking: async () => (await readiness.obstacle()) === undefined,
    ...(config.store.url !== undefined && {
      counts: () => store.leases.take('watched-time', `${HOLDER.host}/${HOLDER.start}`, COUNTS_FOR_MS),
    }),
  })
  const watching = createMonitorWatching({ ...shared, running, holder: HOLDER })
  const schedule = createSchedule(log, later.opened)
  schedule.every(EVERY_MS, 'watch over monitors', () => watching.run())
  later.drained('watch over monitors', async (graceMs) => {
    watching.stop()
    const left = await schedule.stop(graceMs)
    await running.keep().catch(() => undefined)
    return left
  })
  openLooking(config, shared, { ...looks, observe: watching.looked }, later)
}
