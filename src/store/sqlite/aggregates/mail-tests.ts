import { and, count, desc, eq, getTableColumns, gt, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { allowanceDay, allowanceMonth } from '../../../core/account.ts'
import type { MailTest } from '../../../core/mail-test.ts'
import type { SenderHints } from '../../../core/report.ts'
import type { AnonymousHeld } from '../../../core/space.ts'
import type { Allocation, Mailbox, NewMailTest, Page } from '../../mail-tests.ts'
import type { Connection, Queries } from '../connection.ts'
import { RolledBack } from '../rolled-back.ts'
import {
  allowanceUses,
  anonymousBytes,
  fullReportUses,
  idempotencyKeys,
  mailTests,
  messages,
} from '../schema.ts'
import { anonymousOf, held } from './held.ts'
import { idempotency } from './idempotency.ts'
import { present } from './present.ts'
import { withSenderHints } from './sender-hints.ts'

const {
  seq: _seq,
  latestSeq: _latest,
  client: _client,
  reportNumber,
  gated,
  heldBytes: _held,
  messageCount: _count,
  messageBytes: _bytes,
  ...own
} = getTableColumns(mailTests)

/** A test, with what became of it taken from its latest analysed message. */
const whole = {
  ...own,
  status: sql<MailTest['status']>`coalesce(${messages.status}, 'pending')`,
  score: messages.score,
  receivedAt: messages.receivedAt,
  messageId: messages.id,
  gatedNumber: sql<number | null>`case when ${gated} then ${reportNumber} end`,
}

const holdsAt = gt(mailTests.expiresAt, sql.placeholder('now'))

function prepareOne(queries: Queries, which: SQL) {
  return queries
    .select(whole)
    .from(mailTests)
    .leftJoin(messages, eq(messages.seq, mailTests.latestSeq))
    .where(and(which, holdsAt))
    .prepare()
}

export function mailTestReads({ driver, queries }: Connection) {
  const byToken = prepareOne(queries, eq(mailTests.token, sql.placeholder('token')))
  const mailbox = queries
    .select({ token: mailTests.token, ...held })
    .from(mailTests)
    .where(and(eq(mailTests.localPart, sql.placeholder('localPart')), holdsAt))
    .prepare()
  const heldByAnonymous = queries
    .select()
    .from(anonymousBytes)
    .where(inArray(anonymousBytes.client, ['', sql.placeholder('client')]))
    .prepare()
  const ofAccount = and(eq(mailTests.accountId, sql.placeholder('accountId')), holdsAt)
  const page = queries
    .select(whole)
    .from(mailTests)
    .leftJoin(messages, eq(messages.seq, mailTests.latestSeq))
    .where(ofAccount)
    .orderBy(desc(mailTests.createdAt), desc(mailTests.seq))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const total = queries.select({ total: count() }).from(mailTests).where(ofAccount).prepare()
  // Items and total of the same moment.
  const both = driver.transaction((which: Record<string, unknown>): Page<MailTest> => {
    return {
      items: page.all(which).map((row) => withSenderHints(present(row))),
      total: total.get(which)?.total ?? 0,
    }
  })
  return {
    byToken(token: string, now: Date): MailTest | undefined {
      const row = byToken.get({ token, now: now.getTime() })
      return row && withSenderHints(present(row))
    },
    mailbox(localPart: string, now: Date): Mailbox | undefined {
      const row = mailbox.get({ localPart, now: now.getTime() })
      if (!row) return undefined
      const { token, messages: count, bytes } = row
      const anonymous = anonymousOf(row)
      return { token, messages: count, bytes, ...(anonymous && { anonymous }) }
    },
    anonymousHeld(client = ''): AnonymousHeld {
      const rows = new Map(heldByAnonymous.all({ client }).map((row) => [row.client, row.bytes]))
      return { all: rows.get('') ?? 0, client: client === '' ? 0 : (rows.get(client) ?? 0) }
    },
    listByAccount(
      accountId: string,
      { limit, offset }: { limit: number; offset: number },
      now: Date,
    ): Page<MailTest> {
      return both({ accountId, limit, offset, now: now.getTime() })
    },
  }
}

export function mailTestWrites(queries: Queries) {
  const insert = queries
    .insert(mailTests)
    .values({
      token: sql.placeholder('token'),
      localPart: sql.placeholder('localPart'),
      source: sql.placeholder('source'),
      accountId: sql.placeholder('accountId'),
      createdAt: sql.placeholder('createdAt'),
      expiresAt: sql.placeholder('expiresAt'),
      client: sql.placeholder('client'),
    })
    .prepare()
  const spend = queries
    .insert(allowanceUses)
    .values({ accountId: sql.placeholder('accountId'), month: sql.placeholder('month'), used: 1 })
    .onConflictDoUpdate({
      target: [allowanceUses.accountId, allowanceUses.month],
      set: { used: sql`${allowanceUses.used} + 1` },
      setWhere: sql`${allowanceUses.used} < ${sql.placeholder('units')}`,
    })
    .prepare()
  const answers = idempotency(queries)
  return {
    allocate({ test, allowance, idempotency: named, client }: NewMailTest): Allocation {
      const { accountId } = test
      // Whoever writes the key's row is the first request with it, wherever others run.
      const before = named && accountId && answers.claim(accountId, named.key, named.expiresAt, test)
      if (before) return { replayed: before }
      if (allowance) {
        const { month, units } = allowance
        const spent = units > 0 && spend.run({ accountId, month, units }).changes === 1
        if (!spent) throw new RolledBack('allowance_exhausted')
      }
      insert.run({ ...test, accountId: accountId ?? null, client: client ?? null })
      return 'allocated'
    },
    setSenderHints(token: string, { kind, bulk }: SenderHints): 'changed' | 'unknown_test' {
      const { changes } = queries
        .update(mailTests)
        .set({ ownerKind: kind ?? null, ownerBulk: bulk ?? null })
        .where(eq(mailTests.token, token))
        .run()
      return changes === 1 ? 'changed' : 'unknown_test'
    },
    delete(token: string): 'deleted' | 'unknown_test' {
      const { changes } = queries.delete(mailTests).where(eq(mailTests.token, token)).run()
      return changes === 1 ? 'deleted' : 'unknown_test'
    },
    deleteExpired(now: Date, limit: number): number {
      const expired = queries
        .select({ seq: mailTests.seq })
        .from(mailTests)
        .where(lte(mailTests.expiresAt, now))
        .orderBy(mailTests.expiresAt)
        .limit(limit)
      return queries.delete(mailTests).where(inArray(mailTests.seq, expired)).run().changes
    },
    forgetCounts(now: Date): void {
      queries.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now)).run()
      // A period is over when it sorts before the present one of its own length.
      const { period } = fullReportUses
      const over = (present: string) => and(sql`length(${period}) = ${present.length}`, lt(period, present))
      queries
        .delete(fullReportUses)
        .where(or(over(allowanceDay(now)), over(allowanceMonth(now))))
        .run()
    },
  }
}
