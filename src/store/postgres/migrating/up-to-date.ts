import type { PostgresOptions } from '../options.ts'
import { connect } from '../wire/connection.ts'
import { migrate } from './migrate.ts'
import { refusePooler } from './pooler.ts'
import { lookAtServer } from './server.ts'
import { refuseUnfinished } from './unfinished.ts'

interface UpToDateOptions
  extends Pick<PostgresOptions, 'address' | 'direct' | 'migrate' | 'program' | 'host'> {
  /** This process saw hosts say that they are there, for as long as each has to. */
  hasWatched?: boolean
}

/** Looks at the server and at the form of the database, and with `migrate` brings it to this program's. Gives what has to wait for older
 * hosts, as a sentence. Rejects with StoreRefused, or DatabaseSilent where it is not reached. */
export async function bringUpToDate(options: UpToDateOptions): Promise<string | undefined> {
  const { address, direct = address, program = 'development', host = 'local', hasWatched = false } = options
  const connection = await connect({ address: direct, program: `mailgauge/${host}`, statementMs: 0 })
  try {
    await lookAtServer(connection)
    await refuseUnfinished(connection)
    if (options.migrate && !hasWatched) await refusePooler(options, `mailgauge/${host}`)
    return await migrate(connection, { program, host, hasWatched, allowed: options.migrate })
  } finally {
    connection.end()
  }
}
