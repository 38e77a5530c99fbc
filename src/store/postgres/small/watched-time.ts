import type { WatchedTimeStore } from '../../watching/watched-time.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

export function watchedTimePart(db: Db): WatchedTimeStore {
  return {
    async read() {
      const row = await db.first<{ milliseconds: number }>(
        sql`SELECT milliseconds FROM watched_time WHERE one = 1`,
      )
      return row?.milliseconds ?? 0
    },
    async advance(milliseconds) {
      const row = await db.first<{ milliseconds: number }>(
        sql`INSERT INTO watched_time AS w (one, milliseconds) VALUES (1, ${Math.max(0, milliseconds)}::bigint)
          ON CONFLICT (one) DO UPDATE SET milliseconds = w.milliseconds + excluded.milliseconds RETURNING w.milliseconds`,
      )
      return row?.milliseconds ?? 0
    },
  }
}
