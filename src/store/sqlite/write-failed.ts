export interface Failure {
  message: string
  /** SQLite's own, as SQLITE_FULL. */
  code?: string
}

export function failureOf(cause: unknown): Failure {
  if (!(cause instanceof Error)) return { message: String(cause) }
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  return { message: cause.message, ...(code !== undefined && { code }) }
}

/** A write that failed and was undone. */
export class WriteFailed extends Error {
  /** SQLite's own, as SQLITE_FULL. */
  readonly code: string | undefined

  constructor({ message, code }: Failure) {
    super(message)
    this.code = code
  }
}
