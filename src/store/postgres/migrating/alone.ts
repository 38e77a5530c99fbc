import { MIGRATIONS } from '../migrations.ts'
import type { PostgresOptions } from '../options.ts'
import { sql } from '../sql/statement.ts'
import { type Connection, connect } from '../wire/connection.ts'
import { formOf } from './form.ts'
import { migrate } from './migrate.ts'
import { lookAtServer } from './server.ts'

type Reached = Pick<PostgresOptions, 'address' | 'direct' | 'program' | 'host'>

/** A database that hosts share, as it says itself. */
export interface SharedForm {
  /** Steps that it has had, and those that this program knows. */
  version: number
  known: number
  bytes: number
  serving: { oldestProgram: string; migratedBy: string }
  /** Those that were seen in the last 30 seconds, by name. */
  hosts: { name: string; program: string }[]
}

/** What the database says of its form, whatever program it is of. Undefined: it is empty. Rejects with StoreRefused or DatabaseSilent. */
export function sharedForm(reached: Reached): Promise<SharedForm | undefined> {
  return over(reached, async (connection) => {
    const { schema, ...serving } = await formOf(connection)
    if (schema === 0) return undefined
    const { rows: hosts } = await connection.run(
      sql`SELECT name, program FROM hosts WHERE seen_at > mailgauge_now() - 30000 ORDER BY name`,
    )
    const { rows } = await connection.run(sql`SELECT pg_database_size(current_database()) AS bytes`)
    return {
      version: schema,
      known: MIGRATIONS.length,
      bytes: Number(rows[0]?.['bytes']),
      serving,
      hosts: hosts.map(({ name, program }) => ({ name: String(name), program: String(program) })),
    }
  })
}

/** Brings the database to this program's form without serving it. Gives what has to wait for older hosts, as a sentence. Rejects as
 * `sharedForm` does. */
export function migrateAlone(
  reached: Reached,
  how: { allowed: boolean; hasWatched?: boolean },
): Promise<string | undefined> {
  const { program = 'development', host } = reached
  return over(reached, (connection) =>
    migrate(connection, { program, ...(host !== undefined && { host }), ...how }),
  )
}

/** On a connection of its own, past a pooler. */
async function over<T>(reached: Reached, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { address, direct = address, host = 'local' } = reached
  const connection = await connect({ address: direct, program: `mailgauge/${host}`, statementMs: 0 })
  try {
    await lookAtServer(connection)
    return await work(connection)
  } finally {
    connection.end()
  }
}
