import { type ReservedSQL, SQL } from 'bun'
import { DatabaseBusy, DatabaseSilent } from '../sql/database.ts'
import { type Answer, plainRows } from '../sql/rows.ts'
import type { Sql } from '../sql/statement.ts'
import { legible } from '../sql/text.ts'
import type { Address } from './address.ts'
import { failureOf, isWornOut, StatementFailed } from './failures.ts'

export interface ConnectionOptions {
  address: Address
  /** Shown in pg_stat_activity. */
  program: string
  /** Commits do not wait for the disk. */
  soft?: boolean
  /** Milliseconds that the server itself gives a statement. */
  statementMs: number
}

/** One connection, used by one at a time. Once lost it never comes back: a statement of a transaction must not run outside of it. */
export interface Connection {
  readonly lost: boolean
  /** Sends a statement; several go one behind the other. */
  run(statement: Sql): Promise<Answer>
  /** Ends it; what runs on it rejects. */
  end(): void
}

/** Milliseconds until a connection must be there. */
const CONNECT_MS = 5000

/** Opens a connection. Rejects with DatabaseSilent. */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  let lost = false
  const client = new SQL({
    ...options.address.options,
    max: 1,
    bigint: true,
    transform: SQL.toCamel,
    connectionTimeout: CONNECT_MS / 1000,
    connection: settings(options),
    onclose: () => {
      lost = true
    },
  })
  const end = () => {
    lost = true
    client.close({ timeout: 0 }).catch(() => {})
  }
  let reserved: ReservedSQL
  try {
    reserved = await client.reserve()
  } catch (cause) {
    end()
    throw notMade(failureOf(cause))
  }
  return {
    get lost() {
      return lost
    },
    async run({ text, values }) {
      try {
        return plainRows(await reserved.unsafe(text, values.length > 0 ? values.map(legible) : undefined))
      } catch (cause) {
        const failure = failureOf(cause)
        if (isWornOut(failure)) end()
        throw failure
      }
    },
    end,
  }
}

/** What stands against TLS comes with a code of Node's. */
function notMade(failure: unknown): unknown {
  if (
    failure instanceof DatabaseBusy ||
    failure instanceof DatabaseSilent ||
    failure instanceof StatementFailed
  )
    return failure
  const reason = failure instanceof Error ? failure.message : String(failure)
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : undefined
  return new DatabaseSilent(`No connection to the database could be made: ${reason}.`, {
    cause: failure,
    ...(code !== undefined && { code }),
  })
}

/** What a session begins with. A pooler in between takes few of these: there the role has them (docs/decisions.md, Storage on
 * PostgreSQL). */
function settings({ address, program, soft, statementMs }: ConnectionOptions) {
  if (!address.prepared) return { application_name: program }
  return {
    application_name: program,
    search_path: 'public',
    timezone: 'UTC',
    jit: 'off',
    // Several locks of one statement are waited for one behind the other, and all of it is within `statement_timeout`.
    lock_timeout: '2s',
    // A host that stands still lets go of what others wait for, well before these give up.
    idle_in_transaction_session_timeout: '10s',
    statement_timeout: String(statementMs),
    ...(soft && { synchronous_commit: 'off' }),
  }
}
