import { plain } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'
import { mayBeTriedAgain } from '../wire/failures.ts'

/** Long statements of others end in this time, and what a host holds that stands still. */
const TRIES = 30
/** Those who came behind it meanwhile go on first. */
const PAUSE_MS = 1000

/** Tries anew, from its beginning, what a lock of somebody's is in the way of; what it began is undone. */
export async function patiently<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (cause) {
      await connection.run(plain('ROLLBACK')).catch(() => {})
      if (!mayBeTriedAgain(cause) || tries === TRIES) throw cause
      await Bun.sleep(PAUSE_MS)
    }
  }
}
