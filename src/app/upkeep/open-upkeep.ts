import type { Config } from '../../config/config.ts'
import { createAfterStart } from '../../jobs/after-start.ts'
import { createSchedule } from '../../jobs/schedule.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createCountingTold } from '../../services/aggregates/keeping/counting-told.ts'
import type { Backups } from '../../services/backups/backups.ts'
import { createClockWatch } from '../../services/clock-watch.ts'
import { createRechecking, type RecheckingDeps } from '../../services/domains/rechecking.ts'
import { createEnteringEarlier } from '../../services/mail-tests/entering-earlier.ts'
import { createRetention } from '../../services/retention.ts'
import type { LimitStore } from '../../store/hosts/limits.ts'
import { openKeeping } from '../aggregates/open-keeping.ts'
import { openNaming } from '../aggregates/open-naming.ts'
import type { OpenSources } from '../aggregates/open-sources.ts'
import { openWatching } from '../aggregates/open-watching.ts'
import { openDigests } from '../alerts/open-digests.ts'
import { runBackups } from '../backups/open-backups.ts'
import { openComplaintWatching } from '../complaints/open-complaints.ts'
import type { Demo } from '../demo/demo.ts'
import { onOneHost } from '../hosts/one-host.ts'
import type { Later, Shared } from '../parts.ts'
import { HOLDER } from '../services.ts'

/** Expired mail gives its space back to the shares of others. */
const RETENTION_EVERY_MS = 5 * 60_000
const LOOK_EVERY_MS = 1000
const RECHECK_EVERY_MS = 60_000
const CLOCK_EVERY_MS = 10_000
const COUNTING_EVERY_MS = 60_000

interface Parts {
  accounts: Accounts
  looking: RecheckingDeps['looking']
  backups: Backups
  demo: Demo | undefined
  sources: Pick<OpenSources, 'reading' | 'looked'>
  /** What is counted over all hosts. */
  counted?: Pick<LimitStore, 'forget'>
  /** Called while mail can be taken. */
  storeWorks(): void
}

/** What is done now and then, though nobody asks for it. */
export function openUpkeep(
  config: Config,
  shared: Shared,
  { accounts, looking, backups, demo, sources, counted, storeWorks }: Parts,
  later: Later,
): void {
  const { readiness } = shared
  const entering = createAfterStart({
    ...shared,
    work: createEnteringEarlier(shared),
    failed: 'Tests of an earlier version could not be entered into lists and search; it is tried again later',
  })
  later.opened(entering.start)
  later.drained('entries into lists', entering.stop)
  const watch = createClockWatch({ ...shared, setBack: () => shared.store.clockSetBack() })
  const { mayDelete } = watch
  const retention = createRetention({
    ...shared,
    holder: HOLDER,
    mayDelete,
    ...(counted && { counted }),
    historyLifetime: config.history.lifetime,
    lifetimes: config.retention,
  })
  const schedule = createSchedule(shared.log, later.opened)
  schedule.every(RETENTION_EVERY_MS, 'retention', retention.run)
  // What a clock that was ahead put off before this start, too.
  schedule.every(CLOCK_EVERY_MS, 'clock', async () => watch.look())
  later.opened(() => void shared.store.clockSetBack().catch(() => undefined))
  const counting = createCountingTold(shared)
  schedule.every(COUNTING_EVERY_MS, 'telling what is counted', () => counting.look())
  openKeeping(
    schedule,
    onOneHost(config, shared.store),
    accounts,
    { ...shared, holder: HOLDER, mayDelete },
    later,
  )
  openNaming(config, shared, demo, later)
  openWatching(shared, sources, later)
  openComplaintWatching(shared, later)
  openDigests(shared, later)
  const rechecking = createRechecking({ ...shared, looking, holder: HOLDER, mailDomain: config.smtp.domain })
  schedule.every(RECHECK_EVERY_MS, 'domain rechecks', () => rechecking.run())
  // So that it is noticed, and said, though nobody sends mail.
  schedule.every(LOOK_EVERY_MS, 'readiness', async () => {
    if ((await readiness.obstacle()) === undefined) storeWorks()
  })
  // A database server has backups of its own.
  if (config.store.url === undefined) runBackups(backups, schedule)
  later.drained('regular jobs', (graceMs) => {
    rechecking.stop()
    return schedule.stop(graceMs)
  })
}
