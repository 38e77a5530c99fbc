import { and, eq } from 'drizzle-orm'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import {
  ONE_CLICK_OVER_MS,
  type OneClickOutcome,
  type OneClickTry,
} from '../../../../core/unsubscribing/one-click.ts'
import type { Queries } from '../../connection.ts'
import { oneClickTries } from '../../schema/one-click.ts'
import { messages } from '../../schema.ts'
import { recorder } from '../people/audit.ts'

const seqOf = (queries: Queries, messageId: string) =>
  queries.select({ seq: messages.seq }).from(messages).where(eq(messages.id, messageId)).get()?.seq

export function oneClickReads(queries: Queries) {
  return {
    of(messageId: string): OneClickTry | undefined {
      const row = queries
        .select({ at: oneClickTries.triedAt, host: oneClickTries.host, outcome: oneClickTries.outcome })
        .from(messages)
        .innerJoin(oneClickTries, eq(oneClickTries.messageSeq, messages.seq))
        .where(eq(messages.id, messageId))
        .get()
      if (!row) return undefined
      const { at, host, outcome } = row
      return { at, host, ...(outcome && { outcome }) }
    },
  }
}

export function oneClickWrites(queries: Queries) {
  const record = recorder(queries)
  return {
    begin(
      messageId: string,
      { at, host }: Pick<OneClickTry, 'at' | 'host'>,
      entry: NewAuditEntry,
    ): 'begun' | 'under_way' | 'unknown_message' {
      const messageSeq = seqOf(queries, messageId)
      if (messageSeq === undefined) return 'unknown_message'
      const before = queries
        .select()
        .from(oneClickTries)
        .where(eq(oneClickTries.messageSeq, messageSeq))
        .get()
      const isOpen = before !== undefined && before.outcome === null
      // A clock that was set back does not keep one open for longer.
      if (isOpen && Math.abs(at.getTime() - before.triedAt.getTime()) < ONE_CLICK_OVER_MS) return 'under_way'
      const begun = { triedAt: at, host, outcome: null }
      queries
        .insert(oneClickTries)
        .values({ messageSeq, ...begun })
        .onConflictDoUpdate({ target: oneClickTries.messageSeq, set: begun })
        .run()
      record(entry)
      return 'begun'
    },
    finish(messageId: string, began: Date, outcome: OneClickOutcome): 'kept' | 'gone' {
      const messageSeq = seqOf(queries, messageId)
      if (messageSeq === undefined) return 'gone'
      const { changes } = queries
        .update(oneClickTries)
        .set({ outcome })
        .where(and(eq(oneClickTries.messageSeq, messageSeq), eq(oneClickTries.triedAt, began)))
        .run()
      return changes === 1 ? 'kept' : 'gone'
    },
  }
}
