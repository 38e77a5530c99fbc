import type { Config } from '../../config/config.ts'
import type { Finding } from '../../services/doctor/finding.ts'
import { hasStore } from '../../store/sqlite/files.ts'
import { lockDirectory } from '../../store/sqlite/lock.ts'
import { openStore } from '../../store/sqlite/open.ts'
import { StoreRefused } from '../../store/sqlite/refused.ts'
import type { Store } from '../../store/store.ts'
import { openBlocklistHealth } from '../blocklist-health.ts'
import { quietLog } from '../offline.ts'
import { openDoctor, testedLists } from './open-doctor.ts'

/** What the doctor found, and whether the service runs beside this process. */
export interface Examination {
  service: 'beside' | 'none'
  findings: Finding[]
}

/** Of the self-tests what is there by then is told. */
const LISTS_WITHIN_MS = 8500

/** Looks at the installation from the command line, beside a running service or without one. */
export async function examine(
  config: Config,
  say: (sentence: string) => void,
): Promise<Examination | { refused: string }> {
  const { directory } = config.store
  try {
    if (!hasStore(directory)) return { refused: noData(directory) }
    const service = isInUse(directory) ? 'beside' : 'none'
    const store = await openStore({ directory, migrate: false })
    try {
      return { service, findings: await examineWith(config, store, service, say) }
    } finally {
      await store.close()
    }
  } catch (cause) {
    if (cause instanceof StoreRefused) return { refused: cause.message }
    throw cause
  }
}

const noData = (directory: string) =>
  `There is no data in ${directory} yet. Start the service once (mailgauge serve), then run this again. Where it has data elsewhere, name its config: --config.`

async function examineWith(
  config: Config,
  store: Store,
  service: Examination['service'],
  say: (sentence: string) => void,
): Promise<Finding[]> {
  const log = quietLog(say)
  const health = openBlocklistHealth(config, log)
  const tested = health.testNow()
  const lists = async () => {
    await Promise.race([tested, Bun.sleep(LISTS_WITHIN_MS)])
    return testedLists(health)
  }
  const doctor = openDoctor(
    config,
    { service, lists, hasInstanceAdmin: () => store.people.isClaimed(), storeBytes: () => store.bytes() },
    log,
  )
  const findings = await doctor.examine()
  health.stop()
  return findings
}

function isInUse(directory: string): boolean {
  const locking = lockDirectory(directory)
  if (locking.kind === 'in_use') return true
  locking.lock.release()
  return false
}
