import type { PostgresOptions } from './options.ts'
import { plain, sql } from './sql/statement.ts'
import { type Connection, connect } from './wire/connection.ts'

/** Under this advisory lock one process of all hosts works on the encryption key. */
const LOCK = 7099
const PAUSE_MS = 100
const STATEMENT_MS = 10_000
/** A net that is silent ends no statement. */
const ANSWER_MS = 2000

/** Locks the key of an instance for one process at a time, whichever host it is on. The lock is that of a transaction: it ends with the
 * connection, and a pooler in between keeps it together. Undefined: another has it for all of the time given. */
export async function lockKeys(
  { address, direct = address }: Pick<PostgresOptions, 'address' | 'direct'>,
  name: string,
  waitMs: number,
): Promise<{ release(): Promise<void> } | undefined> {
  const connection = await connect({ address: direct, program: name, statementMs: STATEMENT_MS })
  const release = async () => {
    const silent = setTimeout(() => connection.end(), ANSWER_MS)
    await connection.run(plain('ROLLBACK')).catch(() => {})
    clearTimeout(silent)
    connection.end()
  }
  const limit = setTimeout(() => connection.end(), waitMs + STATEMENT_MS)
  try {
    await connection.run(plain('BEGIN'))
    // Whoever has it works on files meanwhile.
    await connection.run(plain('SET LOCAL idle_in_transaction_session_timeout = 0'))
    if (await taken(connection, waitMs)) return { release }
  } catch (cause) {
    await release()
    throw cause
  } finally {
    clearTimeout(limit)
  }
  await release()
  return undefined
}

async function taken(connection: Connection, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs
  for (;;) {
    const { rows } = await connection.run(sql`SELECT pg_try_advisory_xact_lock(${LOCK}) AS got`)
    if (rows[0]?.['got'] === true) return true
    if (performance.now() >= until) return false
    await Bun.sleep(PAUSE_MS)
  }
}
