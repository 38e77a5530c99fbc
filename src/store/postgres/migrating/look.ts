import { MIGRATIONS } from '../migrations.ts'
import type { PostgresOptions } from '../options.ts'
import { sql } from '../sql/statement.ts'
import { type Connection, connect } from '../wire/connection.ts'
import { type Form, formOf } from './form.ts'
import { lookAtServer } from './server.ts'
import { refuseUnfinished } from './unfinished.ts'

/** What is seen of a database that nobody changes meanwhile on our account. */
export interface DatabaseLook extends Form {
  /** Steps that this program knows. */
  known: number
  bytes: number
  /** Whether the user may make tables there. */
  mayMake: boolean
  /** The key that secrets are sealed with. Absent: none was ever. */
  keyInUse?: string
  /** Those that are alive, by name. */
  hosts: { name: string; program: string }[]
}

const STATEMENT_MS = 5000
/** A net that is silent ends no statement. */
const WITHIN_MS = 10_000
/** A host that was not seen for so long runs no more. */
const ALIVE_MS = 30_000

/** Looks at a database and changes nothing. Rejects with StoreRefused where the server cannot be used, or DatabaseSilent. */
export async function lookAtDatabase(
  { address, direct = address }: Pick<PostgresOptions, 'address' | 'direct'>,
  name: string,
): Promise<DatabaseLook> {
  const connection = await connect({ address: direct, program: name, statementMs: STATEMENT_MS })
  const limit = setTimeout(() => connection.end(), WITHIN_MS)
  try {
    await lookAtServer(connection)
    await refuseUnfinished(connection)
    const form = await formOf(connection)
    const { rows } = await connection.run(
      sql`SELECT pg_database_size(current_database()) AS bytes, EXISTS (
        SELECT 1 FROM pg_namespace WHERE nspname = 'public' AND has_schema_privilege(oid, 'CREATE')) AS may_make`,
    )
    const { bytes, mayMake } = rows[0] ?? {}
    const inside = form.schema === 0 ? { hosts: [] } : await insideOf(connection)
    return { ...form, known: MIGRATIONS.length, bytes: Number(bytes), mayMake: mayMake === true, ...inside }
  } finally {
    clearTimeout(limit)
    connection.end()
  }
}

async function insideOf(connection: Connection): Promise<Pick<DatabaseLook, 'keyInUse' | 'hosts'>> {
  const key = await connection.run(sql`SELECT key_id FROM sealing_key WHERE "only" = 1`)
  const hosts = await connection.run(
    sql`SELECT name, program FROM hosts WHERE seen_at > mailgauge_now() - ${ALIVE_MS}::int8 ORDER BY name`,
  )
  const keyInUse = key.rows[0]?.['keyId']
  return {
    ...(typeof keyInUse === 'string' && { keyInUse }),
    hosts: hosts.rows.map(({ name, program }) => ({ name: String(name), program: String(program) })),
  }
}
