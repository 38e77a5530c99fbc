import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { MailLogLine } from '../../../../core/mail-log.ts'
import { present } from '../../../keeping/present.ts'
import type { MailLogQuery } from '../../../mail-log.ts'
import type { Queries } from '../../connection.ts'
import { mailLog, mailLogLeftOut } from '../../schema/mail-log.ts'

const DAY_MS = 86_400_000

/** What a deleted account left behind is of nobody any more. */
const stands = sql`not exists (select 1 from accounts indexed by accounts_deleted
  where accounts.id = mail_log.account_id and deleted_at is not null)`

/** Whoever is asked about the whole instance may not find out the senders of an account's mail by what is found. */
const senderSeen = (ofAccount: boolean) =>
  ofAccount
    ? sql`coalesce(${mailLog.mailFrom}, '')`
    : sql`iif(${mailLog.accountId} is null, coalesce(${mailLog.mailFrom}, ''), '')`

function conditions({ accountId, outcome, address, client, before }: MailLogQuery): SQL[] {
  const begins = (text: SQL | typeof mailLog.client, part: string) =>
    sql`substr(${text}, 1, ${part.length}) = ${part}`
  const seen = sql`lower(coalesce(${mailLog.rcptTo}, '') || ' ' || ${senderSeen(accountId !== undefined)})`
  return [
    stands,
    ...(accountId === undefined ? [] : [eq(mailLog.accountId, accountId)]),
    ...(outcome === undefined
      ? []
      : [outcome === 'refused' ? ne(mailLog.outcome, 'accepted') : eq(mailLog.outcome, outcome)]),
    ...(address === undefined ? [] : [sql`instr(${seen}, ${address.toLowerCase()}) > 0`]),
    ...(client === undefined ? [] : [begins(mailLog.client, client)]),
    ...(before === undefined
      ? []
      : [sql`(${mailLog.lastAt}, ${mailLog.id}) < (${before.at.getTime()}, ${before.id})`]),
  ]
}

type Row = typeof mailLog.$inferSelect

function lineOf({
  key: _key,
  class: _class,
  party: _party,
  network: _network,
  localPart: _local,
  ...row
}: Row): MailLogLine {
  const { code, reply, ...rest } = row
  return { ...present(rest), ...(code !== null && { reply: { code, text: reply ?? '' } }) }
}

export function mailLogReads(queries: Queries) {
  return {
    list(query: MailLogQuery, now: Date): MailLogLine[] {
      // With the name of the table: without it the columns would be those of the tests.
      const token = sql<
        string | null
      >`(select token from mail_tests where mail_tests.local_part = mail_log.local_part
        and mail_tests.account_id = mail_log.account_id and mail_tests.expires_at > ${now.getTime()})`
      const rows = queries
        .select({ line: mailLog, token: query.accountId === undefined ? sql<null>`null` : token })
        .from(mailLog)
        .where(and(...conditions(query)))
        .orderBy(desc(mailLog.lastAt), desc(mailLog.id))
        .limit(query.limit)
        .all()
      return rows.map(({ line, token }) => ({ ...lineOf(line), ...(token !== null && { token }) }))
    },
    lastRefusal(localPart: string): MailLogLine | undefined {
      const row = queries
        .select()
        .from(mailLog)
        .where(and(eq(mailLog.localPart, localPart), ne(mailLog.outcome, 'accepted')))
        .orderBy(desc(mailLog.lastAt), desc(mailLog.id))
        .limit(1)
        .get()
      return row && lineOf(row)
    },
    leftOut(since: Date, accountId?: string): number {
      const day = Math.floor(since.getTime() / DAY_MS)
      const sum = queries
        .select({ lines: sql<number>`coalesce(sum(${mailLogLeftOut.lines}), 0)` })
        .from(mailLogLeftOut)
        .where(
          and(
            sql`${mailLogLeftOut.day} >= ${day}`,
            ...(accountId === undefined ? [] : [eq(mailLogLeftOut.accountId, accountId)]),
          ),
        )
        .get()
      return sum?.lines ?? 0
    },
  }
}
