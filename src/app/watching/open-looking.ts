import type { Config } from '../../config/config.ts'
import { createSchedule } from '../../jobs/schedule.ts'
import { lookAtRecords } from '../../mail/records/look.ts'
import { cached } from '../../net/dns/cache.ts'
import { counted } from '../../net/dns/counted.ts'
import { overlay, zoneResolver } from '../../net/dns/zone.ts'
import { createSafeFetch } from '../../net/safe-fetch/safe-fetch.ts'
import type { InspectionSeats } from '../../services/inspections/seats.ts'
import { createRecordLooking, type LookingDeps } from '../../services/monitors/looking/looking.ts'
import { ownsDemoName } from '../../services/samples/zone.ts'
import { VERSION } from '../../version.ts'
import type { Demo } from '../demo/demo.ts'
import { configuredResolver } from '../dns/configured-resolver.ts'
import { onOneHost } from '../hosts/one-host.ts'
import type { Later, Shared } from '../parts.ts'
import type { ReloadableHealth } from '../queue/reloadable-health.ts'

/** How often it is seen whether something is due. */
const LOOKS_EVERY_MS = 10_000
/** One fetch of a policy file. */
const LONGEST_FETCH_MS = 5_000
/** Questions under way at once: messages have a resolver of their own. */
const QUESTIONS_AT_ONCE = 64

export interface LookingParts {
  seats: InspectionSeats
  health: ReloadableHealth
  demo: Demo | undefined
  observe: LookingDeps['observe']
}

/** Looks on a schedule at what domains publish, and at lists; stops before what it looks with. */
export function openLooking(
  config: Config,
  shared: Pick<Shared, 'store' | 'clock' | 'random' | 'log' | 'meters'>,
  { seats, health, demo, observe }: LookingParts,
  later: Later,
): void {
  const asked = counted(
    configuredResolver(config, { maxInFlight: QUESTIONS_AT_ONCE }),
    shared.meters.dns.meter,
  )
  const resolver = demo ? overlay(zoneResolver(demo.zone), asked, ownsDemoName) : asked
  const looking = createRecordLooking({
    ...shared,
    seats,
    observe,
    lists: () => health.lists,
    every: () => config.monitors.recheckEvery,
    lookAtRecords(sought) {
      // What is asked twice for one look is asked once.
      const names = cached(resolver)
      const fetcher = createSafeFetch({
        resolver: names,
        timeoutMs: LONGEST_FETCH_MS,
        userAgent: `Mailgauge/${VERSION} (+https://${config.smtp.hostname}/)`,
      })
      return lookAtRecords(sought, { resolver: names, fetcher })
    },
  })
  const schedule = createSchedule(shared.log, later.opened)
  const once = onOneHost(config, shared.store)
  schedule.every(LOOKS_EVERY_MS, 'looks at domains', once('looks-at-domains', looking.domains))
  schedule.every(LOOKS_EVERY_MS, 'looks for monitors', once('looks-for-monitors', looking.monitors))
  later.drained('looks at records', (graceMs) => {
    looking.stop()
    return schedule.stop(graceMs)
  })
}
