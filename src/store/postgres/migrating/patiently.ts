import { plain } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'
import { mayBeTriedAgain } from '../wire/failures.ts'

/** Each waits as long as a lock may be waited for: somebody's long statement ends in that time. */
const TRIES = 12

/** Tries anew, from its beginning, what a lock of somebody's is in the way of; what it began is undone. */
export async function patiently<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (cause) {
      await connection.run(plain('ROLLBACK')).catch(() => {})
      if (!mayBeTriedAgain(cause) || tries === TRIES) throw cause
    }
  }
}
