import type { Config } from '../../config/config.ts'
import type { Accounts } from '../../services/access/accounts.ts'
import { createBadges } from '../../services/monitors/badges.ts'
import type { Store } from '../../store/store.ts'
import type { WebDeps } from '../../web/deps.ts'
import { systemClock } from '../services.ts'
import { openMonitors } from './open-monitors.ts'

/** What the pages of monitors stand on, and their badges. */
export function openMonitorPages(
  config: Pick<Config, 'smtp'>,
  { store, accounts }: { store: Store; accounts: Accounts },
): Required<Pick<WebDeps, 'monitors' | 'badges'>> {
  return {
    monitors: openMonitors(config, { store, accounts }),
    badges: createBadges({ store, clock: systemClock }),
  }
}
