import { asc, gt, sql } from 'drizzle-orm'
import type { StoredEvent } from '../../../core/event.ts'
import type { Queries } from '../connection.ts'
import { outbox, outboxPositions } from '../schema.ts'

const positionOf = (consumer: string) =>
  sql<number>`coalesce((select ${outboxPositions.position} from ${outboxPositions} where ${outboxPositions.consumer} = ${consumer}), 0)`

export function outboxReads(queries: Queries) {
  return {
    behind(consumer: string, limit: number): StoredEvent[] {
      const rows = queries
        .select()
        .from(outbox)
        .where(gt(outbox.id, positionOf(consumer)))
        .orderBy(asc(outbox.id))
        .limit(limit)
        .all()
      return rows.map(eventOf)
    },
  }
}

/** Nothing is checked: only this store wrote it. */
function eventOf({ id, type, accountId, subject, payload, at }: typeof outbox.$inferSelect): StoredEvent {
  const happened = { id, type, subject, payload: JSON.parse(payload), at }
  return accountId === null ? happened : { ...happened, accountId }
}

export function outboxWrites(queries: Queries) {
  return {
    /** Never goes back: what was told is not told again. */
    advance(consumer: string, position: number): void {
      queries
        .insert(outboxPositions)
        .values({ consumer, position })
        .onConflictDoUpdate({
          target: outboxPositions.consumer,
          set: { position: sql`max(${outboxPositions.position}, excluded.position)` },
        })
        .run()
    },
    forget(before: Date): number {
      // Without a consumer the least position is NULL, and only age counts.
      const unread = sql`${outbox.id} > (select min(${outboxPositions.position}) from ${outboxPositions})`
      return queries
        .delete(outbox)
        .where(sql`${outbox.at} < ${before.getTime()} and (${unread}) is not true`)
        .run().changes
    },
  }
}
