import { catalogue } from '../../analysis/catalogue/catalogue.ts'
import type { Config } from '../../config/config.ts'
import { listSettings, ROSTER } from '../../mail/server/blocklists/roster.ts'
import { createMeters, type Meters } from '../../services/metrics/meters.ts'
import { VERSION } from '../../version.ts'

/** What is counted, with the names that this instance can count by. */
export function openMeters(config: Pick<Config, 'blocklists'>): Meters {
  return createMeters({
    checks: catalogue().map(({ name }) => name),
    lists: listSettings(ROSTER, config.blocklists).map(({ id }) => id),
    version: VERSION,
    runtime: `bun ${Bun.version}`,
  })
}
