import { hostname } from 'node:os'
import type { Config } from '../../config/config.ts'
import { hostNameOf } from '../../config/sections/service/host.ts'
import { openPostgres, type SharedStore } from '../../store/postgres/open.ts'
import { DatabaseBusy, DatabaseSilent } from '../../store/postgres/sql/database.ts'
import { StatementFailed } from '../../store/postgres/wire/failures.ts'
import type { ReportFileBounds } from '../../store/report-mail.ts'
import { VERSION } from '../../version.ts'
import { StartRefused } from '../parts.ts'
import { joinHosts } from '../services.ts'
import { type DatabaseAddresses, databaseAddresses } from './database-address.ts'

export interface SharedOptions {
  /** The service makes the tables, or brings them to this version; a command takes them as they are. */
  migrate: boolean
  reportFiles: ReportFileBounds
  told?(sentence: string): void
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
  const store = await opened(config, { ...addresses, ...options, host })
  joinHosts(host, store.now)
  return store
}

function opened(
  { store }: Pick<Config, 'store'>,
  options: DatabaseAddresses & SharedOptions & { host: string },
): Promise<SharedStore> {
  return reached(openPostgres({ ...options, program: VERSION, connections: store.connections }))
}

/** invalid_authorization_specification and its class, invalid_catalog_name. */
const NOT_LET_IN = /^28|^3D000$/

/** Where the database is not reached, that is a sentence for the operator. */
export async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof StatementFailed && NOT_LET_IN.test(cause.code))
      throw new StartRefused(
        `The server of store.url does not let this host in. ${cause.message}. Look at the user, the password and the database of that address, and at pg_hba.conf of the server.`,
      )
    if (!(cause instanceof DatabaseSilent) && !(cause instanceof DatabaseBusy)) throw cause
    throw new StartRefused(
      `The PostgreSQL database of store.url is not reached: ${cause.message} Look whether it runs, and whether this host may connect to it.`,
      'may pass',
    )
  }
}
