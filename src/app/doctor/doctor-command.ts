import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { type AlertOnDisk, type AlertSeen, SharedRefused } from '../../services/doctor/context.ts'
import type { Finding } from '../../services/doctor/finding.ts'
import type { Log } from '../../services/ports.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import type { SharedStore } from '../../store/postgres/open.ts'
import { holderOf } from '../../store/sqlite/health/held.ts'
import { openBlocklistHealth } from '../blocklist-health.ts'
import { lookAtSharedDatabase, openSharedStore } from '../hosts/open-shared-store.ts'
import { quietLog } from '../offline.ts'
import { reportFileBounds } from '../open-store.ts'
import { checkDatabase } from './check-database.ts'
import { DATABASE_WITHIN_MS, type DoctorParts, openDoctor, testedLists } from './open-doctor.ts'
import type { ConfigSource } from './settings.ts'
import { sharedLook } from './shared-database.ts'

/** What the doctor found, and whether the service runs beside this process. */
export interface Examination {
  service: 'beside' | 'none' | 'unknown'
  findings: Finding[]
}

/** Of the self-tests what is there by then is told. */
const LISTS_WITHIN_MS = 8500

/** Looks at the installation from the command line, beside a running service or without one, and changes nothing. */
export async function examine(
  config: Config,
  source: ConfigSource,
  say: (sentence: string) => void,
): Promise<Examination> {
  const log = quietLog(say)
  const { directory } = config.store
  const holder = source.doubtful?.includes('store.directory') ? undefined : holderOf(directory)
  const health = openListTests(config, log)
  const database = once(() => checkDatabase(directory, DATABASE_WITHIN_MS))
  const beside = openBeside(config)
  const doctor = openDoctor(
    config,
    {
      // What is not known is asked as if it ran: what answers, or does not, is told as it is.
      service: holder?.held === false ? 'none' : 'beside',
      ...(holder?.pid !== undefined && { servicePid: holder.pid }),
      lists: () => listsOf(health),
      database,
      async hasInstanceAdmin() {
        const seen = await database()
        return seen.kind === 'sound' ? seen.claimed : undefined
      },
      async alerts() {
        const seen = await database()
        return seen.kind === 'sound' ? seen.alerts.map(alertOf) : undefined
      },
      storeBytes: async () => bytesIn(directory),
      ...beside?.parts,
    },
    log,
    source,
  )
  const findings = await doctor.examine()
  health?.stop()
  await beside?.close()
  return { service: holder === undefined ? 'unknown' : holder.held ? 'beside' : 'none', findings }
}

/** The database that hosts share, as it is: nothing of it is made or changed. */
function openBeside(config: Config) {
  if (config.store.url === undefined) return undefined
  const open = once(async () => {
    const store = await openSharedStore(config, { migrate: false, reportFiles: reportFileBounds(config) })
    if (!store) throw new Error('store.url names no database.')
    return { store, look: sharedLook(store) }
  })
  const from = <T>(ask: (store: SharedStore) => Promise<T>) => open().then(({ store }) => ask(store))
  return {
    parts: {
      shared: async () => (await open().catch((cause) => refusedBy(config, cause))).look(),
      hasInstanceAdmin: () => from((store) => store.people.isClaimed()).catch(() => undefined),
      alerts: () => from((store) => store.destinations.list('instance')).catch(() => undefined),
      storeBytes: () => from((store) => store.bytes()),
    } satisfies Partial<DoctorParts>,
    close: () => from((store) => store.close()).catch(() => {}),
  }
}

/** That a database answers and is of no use yet is another thing than that it does not answer. */
async function refusedBy(config: Config, cause: unknown): Promise<never> {
  if (!(cause instanceof StoreRefused)) throw cause
  const seen = await lookAtSharedDatabase(config).catch(() => undefined)
  throw new SharedRefused(cause.message, seen?.schema === 0)
}

const alertOf = ({ name, failingSince, disabled }: AlertOnDisk): AlertSeen => ({
  name,
  ...(failingSince !== null && { failingSince: new Date(failingSince) }),
  ...(disabled && { disabled: { reason: disabled } }),
})

/** Undefined: what the config says of lists is wrong. */
function openListTests(config: Config, log: Log) {
  try {
    const health = openBlocklistHealth(config, log)
    return Object.assign(health, { tested: health.testNow() })
  } catch {
    return undefined
  }
}

async function listsOf(health: ReturnType<typeof openListTests>) {
  if (!health) throw new Error('the blocklists of the config are not known')
  await Promise.race([health.tested, Bun.sleep(LISTS_WITHIN_MS)])
  return testedLists(health)
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined
  return () => {
    begun ??= work()
    return begun
  }
}

/** Of the database on the disk. */
function bytesIn(directory: string): number {
  const sizes = ['', '-wal'].map(
    (part) => statSync(join(directory, `mailgauge.db${part}`), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
