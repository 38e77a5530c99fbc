import { asc, eq, inArray } from 'drizzle-orm'
import type { OutboxEvent } from '../../store.ts'
import type { Queries } from '../connection.ts'
import { mailTests, messages, outbox } from '../schema.ts'
import { present } from './present.ts'

export function outboxReads(queries: Queries) {
  return {
    undelivered(limit: number): OutboxEvent[] {
      const rows = queries
        .select({
          id: outbox.id,
          type: outbox.type,
          token: mailTests.token,
          messageId: messages.id,
          accountId: mailTests.accountId,
          at: outbox.at,
        })
        .from(outbox)
        .innerJoin(messages, eq(messages.seq, outbox.messageSeq))
        .innerJoin(mailTests, eq(mailTests.seq, messages.testSeq))
        .orderBy(asc(outbox.id))
        .limit(limit)
        .all()
      return rows.map(present)
    },
  }
}

export function outboxWrites(queries: Queries) {
  return {
    forgetEvents(ids: readonly number[]): void {
      // In slices: a statement has a limit on its parameters.
      for (let i = 0; i < ids.length; i += 500) {
        queries
          .delete(outbox)
          .where(inArray(outbox.id, ids.slice(i, i + 500)))
          .run()
      }
    },
  }
}
