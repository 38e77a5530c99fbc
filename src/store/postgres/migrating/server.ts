import { StoreRefused } from '../../keeping/refused.ts'
import { sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'

/** The oldest server that the tests are run with. */
const OLDEST_SERVER = 15

/** Rejects with StoreRefused where the server cannot be used. */
export async function lookAtServer(connection: Connection): Promise<void> {
  const { rows } = await connection.run(
    sql`SELECT current_setting('server_version_num')::int4 AS version, current_setting('server_encoding') AS encoding,
      pg_is_in_recovery() AS is_replica, current_setting('transaction_read_only') = 'on' AS is_read_only`,
  )
  const { version, encoding, isReplica, isReadOnly } = rows[0] ?? {}
  const number = Math.floor(Number(version) / 10_000)
  if (number < OLDEST_SERVER) {
    throw new StoreRefused(
      `The database server is PostgreSQL ${number}; Mailgauge needs ${OLDEST_SERVER} or newer. Upgrade the server.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StoreRefused(
      `The database is encoded in ${encoding}. Make one for Mailgauge: CREATE DATABASE mailgauge TEMPLATE template0 ENCODING 'UTF8'.`,
    )
  }
  if (isReplica === true || isReadOnly === true) {
    throw new StoreRefused(
      'The database takes no writes: it is a replica, or read-only. Let store.url name the primary server.',
      'may pass',
    )
  }
}
