import { sql } from 'drizzle-orm'
import type { Queries } from '../../connection.ts'
import { watchedTime } from '../../schema/monitors.ts'

export const watchedTimeReads = (queries: Queries) => ({
  read: (): number => queries.select().from(watchedTime).get()?.milliseconds ?? 0,
})

export const watchedTimeWrites = (queries: Queries) => ({
  keep(milliseconds: number): void {
    queries
      .insert(watchedTime)
      .values({ one: 1, milliseconds })
      .onConflictDoUpdate({
        target: watchedTime.one,
        set: { milliseconds: sql`max(${watchedTime.milliseconds}, excluded.milliseconds)` },
      })
      .run()
  },
})
