import { and, eq, sql } from 'drizzle-orm'
import type { AnalysedAgain } from '../../../messages.ts'
import type { Queries } from '../../connection.ts'
import { mailTests, messages } from '../../schema.ts'

/** Makes messages due that were analysed: those with a report as repeats are, others as those that waited out their time. */
export function analysedAgain(queries: Queries) {
  const token = eq(mailTests.token, sql.placeholder('token'))
  const found = () =>
    queries
      .select({
        seq: messages.seq,
        // Those that earlier versions analysed have none.
        maker: sql<string>`case when ${messages.maker} <> '' then ${messages.maker}
        else coalesce(${mailTests.accountId}, ${mailTests.client}, 'test/' || ${mailTests.seq}) end`,
        // A repeat that is still to come is brought forward.
        isFree: sql<number>`${messages.status} is not null and (${messages.dueAt} is null
          or (${messages.claimedBy} is null and ${messages.dueAt} > ${sql.placeholder('now')}))`,
      })
      .from(mailTests)
  const latest = found()
    .innerJoin(messages, and(token, eq(messages.seq, mailTests.latestSeq)))
    .prepare()
  const named = found()
    .innerJoin(
      messages,
      and(token, eq(messages.id, sql.placeholder('id')), eq(messages.testSeq, mailTests.seq)),
    )
    .prepare()
  // The conditions are those of the partial indexes, word for word.
  const waiting = queries
    .select({ count: sql<number>`count(*)` })
    .from(
      sql`(select 1 from messages where maker = ${sql.placeholder('maker')}
        and due_at > 0 and claimed_by is null limit ${sql.placeholder('most')})`,
    )
    .prepare()
  const behind = queries
    .select({ count: sql<number>`count(*)` })
    .from(
      sql`(select 1 from messages where maker = ${sql.placeholder('maker')}
        and due_at = 0 and rank is null limit ${sql.placeholder('most')})`,
    )
    .prepare()
  const wait = queries
    .update(messages)
    .set({ dueAt: sql`${sql.placeholder('now')}`, maker: sql`${sql.placeholder('maker')}`, blamed: [] })
    .where(eq(messages.seq, sql.placeholder('seq')))
    .prepare()
  return (
    ofTest: string,
    { messageId, mostWaiting: most }: AnalysedAgain,
    now: Date,
  ): 'waits' | 'unknown_message' | 'under_way' | 'too_many' => {
    const message =
      messageId === undefined
        ? latest.get({ token: ofTest, now: now.getTime() })
        : named.get({ token: ofTest, id: messageId, now: now.getTime() })
    if (!message) return 'unknown_message'
    const { seq, maker, isFree } = message
    if (!isFree) return 'under_way'
    const count = (waiting.get({ maker, most })?.count ?? 0) + (behind.get({ maker, most })?.count ?? 0)
    if (count >= most) return 'too_many'
    wait.run({ seq, maker, now: now.getTime() })
    return 'waits'
  }
}
