import type { Store } from '../store.ts'
import { allParts } from './all-parts.ts'
import { leasePart } from './leases.ts'
import { migrate } from './migrate.ts'
import type { PostgresOptions } from './options.ts'
import { createDb } from './sql/db.ts'
import { plain, sql } from './sql/statement.ts'
import { connect } from './wire/connection.ts'
import { createWire } from './wire/wire.ts'

const CONNECTIONS = 12

/** Opens the store over PostgreSQL. Rejects with StoreRefused, or DatabaseSilent where it is not reached. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { address, clock, host = 'local' } = options
  const program = `mailgauge/${host}`
  const first = await connect({ address: options.direct ?? address, program, statementMs: 0 })
  try {
    await migrate(first, { program: options.program ?? 'development', allowed: options.migrate })
  } finally {
    first.end()
  }
  const wire = createWire({ address, program, connections: options.connections ?? CONNECTIONS })
  const db = createDb(wire, () => (clock ? sql`${clock.now().getTime()}::bigint` : plain('mailgauge_now()')))
  const now = () => clock?.now() ?? new Date()
  return {
    ...allParts(db, { now, ...(options.reportFiles && { reportFiles: options.reportFiles }) }),
    leases: leasePart(db),
    async bytes() {
      const row = await db.first<{ bytes: number }>(sql`SELECT pg_database_size(current_database()) AS bytes`)
      return row?.bytes ?? 0
    },
    trouble: async () => (wire.trouble() ? 'gone' : undefined),
    async answers() {
      await db.run(sql`SELECT 1`)
    },
    clockSetBack: async () => 0,
    close: () => wire.close(),
  }
}
