import { StatementFailed } from '../wire/failures.ts'

/** Whether there is a row already whose like there may not be: unique_violation. */
export const isAlready = (cause: unknown): boolean =>
  cause instanceof StatementFailed && cause.code === '23505'
