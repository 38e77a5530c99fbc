import { and, eq, gt, inArray, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { allowanceDay, allowanceMonth } from '../../../core/access/account.ts'
import type { NewAuditEntry } from '../../../core/access/audit.ts'
import type { MailTest } from '../../../core/mail-test.ts'
import type { HintChange } from '../../../core/report.ts'
import type { AnonymousHeld } from '../../../core/space.ts'
import { TEST_COLUMNS, type TestRow, testOfRow } from '../../keeping/test-row.ts'
import type { Allocation, Mailbox, NewMailTest, Page } from '../../mail-tests.ts'
import type { Connection, Queries } from '../connection.ts'
import { RolledBack } from '../rolled-back.ts'
import { allowanceUses, anonymousBytes, fullReportUses, idempotencyKeys, mailTests } from '../schema.ts'
import { statement } from '../statement.ts'
import { TEST_STANDS } from '../test-reads/standing.ts'
import { testLists } from '../test-reads/test-list.ts'
import { toldTests } from '../test-reads/told-tests.ts'
import { anonymousOf, held } from './held.ts'
import { idempotency } from './idempotency.ts'
import { recorder } from './people/audit.ts'

const holdsAt = and(gt(mailTests.expiresAt, sql.placeholder('now')), sql.raw(TEST_STANDS))

/** The columns of what a mailbox holds. */
type MailboxRow = readonly [
  token: string,
  messages: number,
  bytes: number,
  anonymousAll: number | null,
  anonymousClient: number,
]

export function mailTestReads({ driver, queries }: Connection) {
  const byToken = driver
    .prepare<[string, number], TestRow>(
      `SELECT ${TEST_COLUMNS} FROM mail_tests WHERE token = ? AND expires_at > ? AND ${TEST_STANDS}`,
    )
    .raw()
  const mailbox = statement(
    { driver },
    queries
      .select({ token: mailTests.token, ...held })
      .from(mailTests)
      .where(and(eq(mailTests.localPart, sql.placeholder('localPart')), holdsAt)),
  )
  const heldByAnonymous = queries
    .select()
    .from(anonymousBytes)
    .where(inArray(anonymousBytes.client, ['', sql.placeholder('client')]))
    .prepare()
  const listed = testLists({ driver, queries })
  const told = toldTests({ driver })
  return {
    byToken(token: string, now: Date): MailTest | undefined {
      const row = byToken.get(token, now.getTime())
      return row && testOfRow(row)
    },
    told: (token: string, now: Date) => told(token, now.getTime()),
    mailbox(localPart: string, now: Date): Mailbox | undefined {
      const row = mailbox.first({ localPart, now: now.getTime() }) as MailboxRow | undefined
      if (!row) return undefined
      const [token, messages, bytes, anonymousAll, anonymousClient] = row
      const anonymous = anonymousOf({ anonymousAll, anonymousClient })
      return { token, messages, bytes, ...(anonymous && { anonymous }) }
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
      return listed({ accountId, limit, offset, now: now.getTime() })
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
      creatorId: sql.placeholder('creatorId'),
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
  // The specification: what a key made is opened by no token, whatever its row says.
  const isShareable = and(
    eq(mailTests.token, sql.placeholder('token')),
    isNotNull(mailTests.accountId),
    ne(mailTests.source, 'api'),
  )
  const share = queries
    .update(mailTests)
    .set({ shared: sql`${sql.placeholder('shared')}` })
    .where(and(isShareable, sql`${mailTests.shared} <> ${sql.placeholder('shared')}`))
    .prepare()
  const shareable = queries.select({ token: mailTests.token }).from(mailTests).where(isShareable).prepare()
  const answers = idempotency(queries)
  const record = recorder(queries)
  return {
    allocate({ test, allowance, idempotency: named, client, entry }: NewMailTest): Allocation {
      const { accountId } = test
      // Whoever writes the key's row is the first request with it, wherever others run.
      const before = named && accountId && answers.claim(accountId, named.key, named.expiresAt, test)
      if (before) return { replayed: before }
      if (allowance) {
        const { month, units } = allowance
        const spent = units > 0 && spend.run({ accountId, month, units }).changes === 1
        if (!spent) throw new RolledBack('allowance_exhausted')
      }
      insert.run({
        ...test,
        accountId: accountId ?? null,
        client: client ?? null,
        creatorId: test.creatorId ?? null,
      })
      record(entry)
      return 'allocated'
    },
    changeSenderHints(token: string, { kind, bulk }: HintChange): 'changed' | 'unknown_test' {
      const { changes } = queries
        .update(mailTests)
        .set({
          ownerKind: kind === undefined ? sql`${mailTests.ownerKind}` : kind === 'inferred' ? null : kind,
          ownerBulk: bulk === undefined ? sql`${mailTests.ownerBulk}` : bulk || null,
        })
        .where(eq(mailTests.token, token))
        .run()
      return changes === 1 ? 'changed' : 'unknown_test'
    },
    setShared(
      token: string,
      shared: boolean,
      entry?: NewAuditEntry,
    ): 'changed' | 'unchanged' | 'unknown_test' {
      const { changes } = share.run({ token, shared: shared ? 1 : 0 })
      if (changes === 1) {
        record(entry)
        return 'changed'
      }
      return shareable.get({ token }) ? 'unchanged' : 'unknown_test'
    },
    delete(token: string, entry?: NewAuditEntry): 'deleted' | 'unknown_test' {
      const { changes } = queries.delete(mailTests).where(eq(mailTests.token, token)).run()
      if (changes === 0) return 'unknown_test'
      record(entry)
      return 'deleted'
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
