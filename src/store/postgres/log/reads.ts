import type { MailLogLine } from '../../../core/mail-log.ts'
import { dayOf } from '../../keeping/mail-log/sameness.ts'
import { present } from '../../keeping/present.ts'
import type { MailLogQuery, MailLogStore } from '../../mail-log.ts'
import { stands } from '../people/rules.ts'
import type { Db } from '../sql/database.ts'
import { joined, plain, type Sql, sql } from '../sql/statement.ts'

interface Row {
  id: number
  accountId: string | null
  expiresAt: number | null
  firstAt: number
  lastAt: number
  count: number
  outcome: MailLogLine['outcome']
  client: string
  helo: string | null
  tls: string | null
  mailFrom: string | null
  rcptTo: string | null
  size: number | null
  messageId: string | null
  code: number | null
  reply: string | null
  detail: string | null
}

const LINE =
  plain(`l.id, l.account_id, l.expires_at, l.first_at, l.last_at, l.count, l.outcome, l.client, l.helo, l.tls,
  l.mail_from, l.rcpt_to, l.size, l.message_id, l.code, l.reply, l.detail`)

function lineOf({ code, reply, expiresAt, firstAt, lastAt, ...row }: Row): MailLogLine {
  return {
    ...present(row),
    firstAt: new Date(firstAt),
    lastAt: new Date(lastAt),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt) }),
    ...(code !== null && { reply: { code, text: reply ?? '' } }),
  }
}

/** Whoever is asked about the whole instance may not find out the senders of an account's mail by what is found. */
const senderSeen = (ofAccount: boolean): Sql =>
  plain(
    ofAccount
      ? `coalesce(l.mail_from, '')`
      : `CASE WHEN l.account_id IS NULL THEN coalesce(l.mail_from, '') ELSE '' END`,
  )

function conditions({ accountId, outcome, address, client, before }: MailLogQuery): Sql[] {
  const seen = sql`lower(coalesce(l.rcpt_to, '') || ' ' || ${senderSeen(accountId !== undefined)})`
  return [
    stands(accountId),
    ...(accountId === undefined ? [] : [sql`l.account_id = ${accountId}`]),
    ...(outcome === undefined
      ? []
      : [outcome === 'refused' ? sql`l.outcome <> 'accepted'` : sql`l.outcome = ${outcome}`]),
    ...(address === undefined ? [] : [sql`strpos(${seen}, ${address.toLowerCase()}) > 0`]),
    ...(client === undefined ? [] : [sql`starts_with(l.client, ${client})`]),
    ...(before === undefined
      ? []
      : [sql`(l.last_at, l.id) < (${before.at.getTime()}::bigint, ${before.id}::bigint)`]),
  ]
}

export function mailLogReads(db: Db): Pick<MailLogStore, 'list' | 'lastRefusal' | 'leftOut'> {
  return {
    async list(query) {
      const token =
        query.accountId === undefined
          ? sql`NULL::text`
          : sql`(SELECT t.token FROM mail_tests AS t WHERE t.local_part = l.local_part
              AND t.account_id = l.account_id AND t.expires_at > ${db.now()})`
      const rows = await db.all<Row & { token: string | null }>(
        sql`SELECT ${LINE}, ${token} AS token FROM mail_log AS l WHERE ${joined(conditions(query), ' AND ')}
          ORDER BY l.last_at DESC, l.id DESC LIMIT ${query.limit}`,
      )
      return rows.map(lineOf)
    },
    async lastRefusal(localPart) {
      const row = await db.first<Row>(
        sql`SELECT ${LINE} FROM mail_log AS l WHERE l.local_part = ${localPart} AND l.outcome <> 'accepted'
          ORDER BY l.last_at DESC, l.id DESC LIMIT 1`,
      )
      return row && lineOf(row)
    },
    async leftOut(since, accountId) {
      const own = accountId === undefined ? sql`` : sql` AND account_id = ${accountId}`
      const sum = await db.first<{ lines: number }>(
        sql`SELECT coalesce(sum(lines), 0)::bigint AS lines FROM mail_log_left_out
          WHERE day >= ${dayOf(since.getTime())}::bigint${own}`,
      )
      return sum?.lines ?? 0
    },
  }
}
