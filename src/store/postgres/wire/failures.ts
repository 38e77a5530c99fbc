import { SQL } from 'bun'
import { DatabaseBusy, DatabaseSilent } from '../sql/database.ts'

/** A statement that the database refused. */
export class StatementFailed extends Error {
  /** The SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
  readonly code: string
  /** Which constraint stood against it. */
  readonly constraint: string | undefined

  constructor(message: string, code: string, constraint: string | undefined) {
    super(message)
    this.code = code
    this.constraint = constraint
  }
}

/** idle_in_transaction_session_timeout: the server ended the connection, and undid what it had begun. */
const STOOD_STILL = '25P03'

/** serialization_failure, deadlock_detected, lock_not_available: another try may do, and nothing was done. */
const AGAIN: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', STOOD_STILL])

/** too_many_connections, out_of_memory, configuration_limit_exceeded. */
const BUSY: ReadonlySet<string> = new Set(['53300', '53200', '53400'])

/** The server takes no writes: it is no primary any more. Its connections are of no use, and do not end by themselves. */
export class NoPrimary extends DatabaseSilent {}

/** read_only_sql_transaction. */
const READ_ONLY = '25006'

/** admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped. */
const AWAY: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P04'])

/** The code that a plan has which no longer fits the tables, since a newer program changed them. */
const OLD_PLAN = '0A000'

/** What a failure of the driver means here. Values that are in messages of the database are left out: they may be secrets. */
export function failureOf(cause: unknown): unknown {
  if (!(cause instanceof SQL.PostgresError)) return cause
  const { errno: code, constraint } = cause
  if (code === undefined) {
    return new DatabaseSilent(`The connection to the database ended (${cause.code}).`, { code: cause.code })
  }
  if (BUSY.has(code)) return new DatabaseBusy(`The database takes no more (${code}).`)
  if (code === READ_ONLY) return new NoPrimary(`The database takes no writes (${code}).`, { code })
  if (AWAY.has(code) || code.startsWith('08')) {
    return new DatabaseSilent(`The database is away (${code}).`, { code })
  }
  const words = code.startsWith('22') ? 'a value does not fit' : cause.message
  const against = constraint ? `, ${constraint}` : ''
  return new StatementFailed(`PostgreSQL: ${words} (${code}${against})`, code, constraint)
}

/** Whether nothing was done and it may be done by another try. */
export function mayBeTriedAgain(cause: unknown): boolean {
  return cause instanceof StatementFailed && (AGAIN.has(cause.code) || hasOldPlan(cause))
}

/** Whether the connection is of no more use: the server ended it, or it knows tables as they were. */
export function isWornOut(cause: unknown): boolean {
  return cause instanceof StatementFailed && (cause.code === STOOD_STILL || hasOldPlan(cause))
}

function hasOldPlan({ code, message }: StatementFailed): boolean {
  return code === OLD_PLAN && message.includes('cached plan')
}

/** Whether the database has no room: disk_full. */
export function isWantOfSpace(cause: unknown): boolean {
  return cause instanceof StatementFailed && cause.code === '53100'
}

/** A database without room is given as a value. */
export function whenFull(cause: unknown): 'no_space' {
  if (isWantOfSpace(cause)) return 'no_space'
  throw cause
}

/** Whether a statement was ended for the time that it took: query_canceled. */
export function tookTooLong(cause: unknown): boolean {
  return cause instanceof StatementFailed && cause.code === '57014'
}
