import { StoreRefused } from '../../keeping/refused.ts'
import type { PostgresOptions } from '../options.ts'
import { plain } from '../sql/statement.ts'
import type { Address } from '../wire/address.ts'
import { type Connection, connect } from '../wire/connection.ts'

const WITHIN_MS = 10_000
const POOLER =
  'a pooler that gives each transaction another connection (PgBouncer with pool_mode = transaction)'

/** Where a pooler gives each transaction another connection, LISTEN brings nothing, a lock of a session is anybody's, and a statement that was
 * prepared is not there. Rejects with StoreRefused. */
export async function refusePooler(
  { address, direct }: Pick<PostgresOptions, 'address' | 'direct'>,
  program: string,
): Promise<void> {
  if (await changesConnections(direct ?? address, program))
    throw new StoreRefused(
      direct
        ? `store.listen_url leads through ${POOLER}, by which no change on another host is heard. Let it name the database itself.`
        : `store.url leads through ${POOLER}, by which no change on another host is heard. Set store.listen_url to the address of the database itself, and store.prepared to false. Or have the pooler keep a connection for the session (pool_mode = session). More: docs/several-hosts.md#pgbouncer`,
    )
  if (direct && address.prepared && (await changesConnections(address, program)))
    throw new StoreRefused(
      `store.url leads through ${POOLER}, by which statements that were prepared are not found again. Set store.prepared to false. More: docs/several-hosts.md#pgbouncer`,
    )
}

/** Whether two sessions are seen to share a connection, or one to change its own. A pooler that is lucky is not found out here: that
 * nothing is heard is noticed later. */
async function changesConnections(address: Address, program: string): Promise<boolean> {
  const [one, two] = [await open(address, program), await open(address, program)]
  const limit = setTimeout(() => {
    one.end()
    two.end()
  }, WITHIN_MS)
  try {
    const first = await backendOf(one)
    await two.run(plain('BEGIN'))
    const other = await backendOf(two)
    const again = await backendOf(one)
    await two.run(plain('ROLLBACK'))
    return first === other || first !== again
  } finally {
    clearTimeout(limit)
    one.end()
    two.end()
  }
}

const open = (address: Address, program: string): Promise<Connection> =>
  connect({ address, program, statementMs: WITHIN_MS })

async function backendOf(connection: Connection): Promise<number> {
  const { rows } = await connection.run(plain('SELECT pg_backend_pid() AS pid'))
  return Number(rows[0]?.['pid'])
}
