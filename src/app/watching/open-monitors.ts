import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'
import type { Config } from '../../config/config.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import type { MonitorMailIntake } from '../../services/intake/monitor-mail.ts'
import { createLifetime } from '../../services/monitors/lifetime.ts'
import { createMonitors } from '../../services/monitors/monitors.ts'
import type { Monitors } from '../../services/monitors/told.ts'
import type { Store } from '../../store/store.ts'
import { daysOf, systemClock, systemLimits, systemRandom } from '../services.ts'

interface Stands {
  store: Store
  accounts: Accounts
}

/** What mail to monitors is taken by. */
export function openMonitorMail(
  config: Pick<Config, 'tests'>,
  { store, accounts }: Stands,
): MonitorMailIntake {
  return createLifetime(store, accounts, daysOf(config.tests.lifetime))
}

/** The monitors of accounts, as people and commands look after them. */
export function openMonitors(config: Pick<Config, 'smtp'>, { store, accounts }: Stands): Monitors {
  return createMonitors({
    store,
    accounts,
    clock: systemClock,
    limits: systemLimits,
    random: systemRandom,
    mailDomain: config.smtp.domain,
    checks: new Set(CHECK_WORDS.keys()),
    records: store.recordHistory.versions,
    nextLook: store.recordHistory.nextLook,
  })
}
