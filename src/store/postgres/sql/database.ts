import { StoreAway } from '../../../core/trouble/store-away.ts'
import type { Sql } from './statement.ts'

/** What statements are run with. Rows: snake_case columns come as camelCase, whole numbers (also of int8) as numbers, bytea as
 * Uint8Array, arrays as arrays. Never `SELECT *` nor `RETURNING *`: a column that a newer version adds would end the statement. */
export interface Tx {
  all<R>(statement: Sql): Promise<R[]>
  first<R>(statement: Sql): Promise<R | undefined>
  /** Gives how many rows were changed. */
  run(statement: Sql): Promise<number>
}

/** What one may hold in the whole database. */
export type LockName =
  | 'dmarc'
  | 'queue'
  | 'outbox'
  | 'tidy'
  | 'people'
  | 'domain'
  | 'reports'
  | 'destinations'
  | 'mail'

export interface WriteOptions {
  /** Need not be on disk when it resolves: what holds for a minute, or may be lost. */
  soft?: true
  /** Held in the whole database until the end of the transaction; taken first. */
  lock?: readonly [LockName, string]
  /** Milliseconds, over all tries. */
  limitMs?: number
}

/** What a transaction is made of. */
export interface WriteTx extends Tx {
  /** The last statements and the COMMIT behind them, without a look at their answers in between. Gives the rows of each. */
  commit(statements: readonly Sql[]): Promise<unknown[][]>
}

/** The database. Locks of rows are taken in one order: advisory, accounts, people, domains, monitors and destinations, mail_tests,
 * messages, queue_makers, counters (allowance_uses, full_report_uses, history_days by domain, anonymous_bytes with '' first), outbox. Of several
 * rows of a table: in the order of their keys. */
export interface Db extends Tx {
  /** One transaction, READ COMMITTED; tried again, as long as it may take, after a deadlock or a lock that was not given in time.
   * `RolledBack` undoes it and gives its answer. */
  write<T>(work: (tx: WriteTx) => Promise<T>, how?: WriteOptions): Promise<T>
  /** Many statements at once that need no transaction, in the pool whose commits do not wait for the disk. */
  readonly soft: Tx
  /** For queries that read much, on connections of their own: whoever asks them keeps no write waiting, and one that is too long is not
   * tried again. */
  readonly reading: Tx
  /** Milliseconds since 1970 by the engine's clock, as a piece of a statement. Never Date.now() nor now(). */
  now(): Sql
}

/** The database did not answer in time; whether a write was done is not known. */
export class DatabaseSilent extends StoreAway {
  /** What the server or the driver calls the reason. */
  readonly code: string | undefined

  constructor(message: string, options?: ErrorOptions & { code?: string }) {
    super(message, options)
    this.code = options?.code
  }
}

/** So many calls wait for the database that this one was not begun. */
export class DatabaseBusy extends StoreAway {}

/** Thrown to undo what a transaction did so far when its answer is a value and not a failure. */
export class RolledBack<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('The write was undone.')
    this.answer = answer
  }
}
