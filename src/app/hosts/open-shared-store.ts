import { hostname } from 'node:os'
import type { Config } from '../../config/config.ts'
import { hostNameOf } from '../../config/sections/service/host.ts'
import type { DatabaseLook } from '../../store/postgres/migrating/look.ts'
import type { SharedStore } from '../../store/postgres/open.ts'
import type { ReportFileBounds } from '../../store/report-mail.ts'
import { VERSION } from '../../version.ts'
import { joinHosts } from '../services.ts'
import { databaseAddresses } from './database-address.ts'

export interface SharedOptions {
  /** The service makes the tables, or brings them to this version; a command takes them as they are. */
  migrate: boolean
  reportFiles: ReportFileBounds
  told?(sentence: string): void
  deaf?(reason: string | undefined): void
}

/** The name of this host, which each of them needs another of. */
export const nameOfHost = ({ host }: Pick<Config, 'host'>): string => host.name ?? hostNameOf(hostname())

/** The store that several hosts share, by whose time this process goes from now on. Undefined: everything is kept in the data directory.
 * Rejects with StoreRefused, or with StartRefused where the database is not reached. */
export async function openSharedStore(
  config: Pick<Config, 'store' | 'host'>,
  options: SharedOptions,
): Promise<SharedStore | undefined> {
  const addresses = databaseAddresses(config)
  if (!addresses) return undefined
  const host = nameOfHost(config)
  const { connections } = config.store
  // Most installations keep everything in one file: their start does not load the other engine.
  const { openPostgres } = await import('../../store/postgres/open.ts')
  const { answeredBy } = await import('./refusals.ts')
  const store = await answeredBy(
    openPostgres({ ...addresses, ...options, host, program: VERSION, connections }),
  )
  joinHosts(host, store)
  return store
}

/** What is seen of the database that hosts share, which is left as it is. Undefined: everything is kept in the data directory. Rejects with
 * StoreRefused or StartRefused. */
export async function lookAtSharedDatabase(
  config: Pick<Config, 'store' | 'host'>,
): Promise<DatabaseLook | undefined> {
  const addresses = databaseAddresses(config)
  if (!addresses) return undefined
  const { lookAtDatabase } = await import('../../store/postgres/migrating/look.ts')
  const { answeredBy } = await import('./refusals.ts')
  return answeredBy(lookAtDatabase(addresses, `mailgauge/${nameOfHost(config)}`))
}

/** Brings the database that hosts share to the form of this program. Gives what has to wait, as a sentence. Rejects with StoreRefused or
 * StartRefused. */
export async function migrateSharedDatabase(
  config: Pick<Config, 'store' | 'host'>,
): Promise<string | undefined> {
  const addresses = databaseAddresses(config)
  if (!addresses) return undefined
  const host = nameOfHost(config)
  const { bringUpToDate } = await import('../../store/postgres/migrating/up-to-date.ts')
  const { answeredBy } = await import('./refusals.ts')
  return answeredBy(bringUpToDate({ ...addresses, migrate: true, program: VERSION, host }))
}
