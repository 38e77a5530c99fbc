import type { Config } from '../../config/config.ts'
import { createSchedule } from '../../jobs/schedule.ts'
import { KNOWN_LOOPS } from '../../mail/complaints/providers.ts'
import { type Complaints, createComplaints } from '../../services/complaints/complaints.ts'
import { createComplaintWatching } from '../../services/complaints/watching/watching.ts'
import type { SenderDomains } from '../../services/domains/sender-domains.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'

/** What recipients complain about, as pages and commands tell it. */
export function openComplaints(
  config: Pick<Config, 'dmarc'>,
  { store, clock, domains }: Pick<Shared, 'store' | 'clock'> & { domains: Pick<SenderDomains, 'byId'> },
): Complaints {
  return createComplaints({ store, clock, domains, known: KNOWN_LOOPS, host: config.dmarc.host })
}

/** Days that count are settled once a day, and reports about them may be late. */
const EVERY_MS = 3_600_000

/** Watches what feedback loops report of domains. */
export function openComplaintWatching(shared: Pick<Shared, 'store' | 'clock' | 'log'>, later: Later): void {
  const watching = createComplaintWatching({ ...shared, providers: KNOWN_LOOPS.providers, holder: HOLDER })
  const schedule = createSchedule(shared.log, later.opened)
  schedule.every(EVERY_MS, 'watch over complaints', () => watching.run())
  later.drained('watch over complaints', (graceMs) => {
    watching.stop()
    return schedule.stop(graceMs)
  })
}
