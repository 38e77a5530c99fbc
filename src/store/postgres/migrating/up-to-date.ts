import type { PostgresOptions } from '../options.ts'
import { connect } from '../wire/connection.ts'
import { migrate } from './migrate.ts'
import { lookAtServer } from './server.ts'

type UpToDateOptions = Pick<PostgresOptions, 'address' | 'direct' | 'migrate' | 'program'>

/** Looks at the server and at the form of the database, and with `migrate` brings it to this program's. Gives what has to wait, as a
 * sentence. Rejects with StoreRefused, or DatabaseSilent where it is not reached. */
export async function bringUpToDate(options: UpToDateOptions, name: string): Promise<string | undefined> {
  const { address, direct = address, program = 'development', migrate: allowed } = options
  const connection = await connect({ address: direct, program: name, statementMs: 0 })
  try {
    await lookAtServer(connection)
    return await migrate(connection, { program, allowed })
  } finally {
    connection.end()
  }
}
