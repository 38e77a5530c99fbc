import { ONE_CLICK_OVER_MS, type OneClickOutcome } from '../../../core/unsubscribing/one-click.ts'
import type { OneClickStore } from '../../one-click/tries.ts'
import { record } from '../people/recording.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { whenFull } from '../wire/failures.ts'

/** One-click requests that people had sent. */
export function oneClickPart(db: Db): OneClickStore {
  return {
    begin: (messageId, { at, host }, entry) =>
      db
        .write(async (tx) => {
          // Of two that begin at once the second sees what the first wrote.
          const message = await tx.first<{ seq: number }>(
            sql`SELECT seq FROM messages WHERE id = ${messageId} FOR NO KEY UPDATE`,
          )
          if (!message) return 'unknown_message'
          const begun =
            await tx.run(sql`INSERT INTO one_click_tries AS t (message_seq, tried_at, host, outcome)
            VALUES (${message.seq}::bigint, ${at.getTime()}::bigint, ${host}, NULL)
            ON CONFLICT (message_seq) DO UPDATE SET tried_at = excluded.tried_at, host = excluded.host, outcome = NULL
            -- A clock that was set back does not keep one open for longer.
            WHERE t.outcome IS NOT NULL OR abs(excluded.tried_at - t.tried_at) >= ${ONE_CLICK_OVER_MS}::bigint`)
          if (begun === 0) return 'under_way'
          await record(tx, entry)
          return 'begun'
        })
        .catch(whenFull),
    finish: async (messageId, began, outcome) => {
      try {
        const kept =
          await db.run(sql`UPDATE one_click_tries AS t SET outcome = ${JSON.stringify(outcome)} FROM messages AS m
          WHERE m.id = ${messageId} AND t.message_seq = m.seq AND t.tried_at = ${began.getTime()}::bigint`)
        return kept === 1 ? 'kept' : 'gone'
      } catch (cause) {
        return whenFull(cause)
      }
    },
    async of(messageId) {
      const row = await db.first<{ triedAt: number; host: string; outcome: string | null }>(
        sql`SELECT t.tried_at, t.host, t.outcome FROM messages AS m JOIN one_click_tries AS t ON t.message_seq = m.seq
          WHERE m.id = ${messageId}`,
      )
      if (!row) return undefined
      // Nothing is checked: only this store wrote it.
      const outcome: OneClickOutcome | undefined = row.outcome === null ? undefined : JSON.parse(row.outcome)
      return { at: new Date(row.triedAt), host: row.host, ...(outcome && { outcome }) }
    },
  }
}
