import { sql } from 'drizzle-orm'
import type { Queries } from '../../connection.ts'
import { watchedTime } from '../../schema/monitors.ts'

export const watchedTimeReads = (queries: Queries) => ({
  read: (): number => queries.select().from(watchedTime).get()?.milliseconds ?? 0,
})

export const watchedTimeWrites = (queries: Queries) => ({
  advance: (milliseconds: number): number =>
    queries
      .insert(watchedTime)
      .values({ one: 1, milliseconds: Math.max(0, milliseconds) })
      .onConflictDoUpdate({
        target: watchedTime.one,
        set: { milliseconds: sql`${watchedTime.milliseconds} + excluded.milliseconds` },
      })
      .returning({ all: watchedTime.milliseconds })
      .get().all,
})
