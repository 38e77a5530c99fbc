import type { Db, Tx } from '../../sql/database.ts'
import { plain } from '../../sql/statement.ts'

/** Rows are looked for by their keys, some thousand at once, in tables that may have grown a hundredfold since their statistics were made:
 * what the planner would read whole then takes seconds. */
const BY_KEYS =
  plain(`SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_seqscan', 'off', true)`)

/** A transaction that writes reports of an account, one behind the other over all processes. */
export const ofAccount = <T>(
  db: Db,
  accountId: string,
  work: (tx: Tx) => Promise<T>,
  limitMs?: number,
): Promise<T> =>
  db.write(
    async (tx) => {
      const [, done] = await Promise.all([tx.all(BY_KEYS), work(tx)])
      return done
    },
    { lock: ['dmarc', accountId], ...(limitMs !== undefined && { limitMs }) },
  )
