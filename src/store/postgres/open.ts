import type { Store } from '../store.ts'
import { allParts } from './all-parts.ts'
import { healthPart } from './health.ts'
import { leasePart } from './leases.ts'
import { migrate } from './migrate.ts'
import type { PostgresOptions } from './options.ts'
import { createDb } from './sql/db.ts'
import { plain, sql } from './sql/statement.ts'
import { connect } from './wire/connection.ts'
import { startLooking } from './wire/look.ts'
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
  const look = startLooking({ wire, open: () => connect({ address, program, statementMs: 0 }) })
  const db = createDb(wire, () => (clock ? sql`${clock.now().getTime()}::bigint` : plain('mailgauge_now()')))
  const now = () => clock?.now() ?? new Date()
  return {
    ...allParts(db, { now, ...(options.reportFiles && { reportFiles: options.reportFiles }) }),
    leases: leasePart(db),
    ...healthPart(db, wire),
    clockSetBack: async () => 0,
    async close() {
      look.end()
      await wire.close()
    },
  }
}
