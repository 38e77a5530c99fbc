import type { Failure } from './batch.ts'

/** A write that failed and was undone. */
export class WriteFailed extends Error {
  /** SQLite's own, as SQLITE_FULL. */
  readonly code: string | undefined

  constructor({ message, code }: Failure) {
    super(message)
    this.code = code
  }
}
