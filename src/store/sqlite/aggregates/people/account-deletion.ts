import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { NewAuditEntry } from '../../../../core/access/audit.ts'
import type { Queries } from '../../connection.ts'
import { domains } from '../../schema/domains.ts'
import { history, historyDays } from '../../schema/history.ts'
import { formerAddresses, mailLog, mailLogLeftOut } from '../../schema/mail-log.ts'
import { monitors } from '../../schema/monitors.ts'
import { auditLog, invitations, memberships, sessions } from '../../schema/people.ts'
import { accounts, apiKeys, fullReportUses, idempotencyKeys, mailTests, outbox } from '../../schema.ts'
import type { leaving } from '../destinations/destinations.ts'
import type { ReportDeletion } from '../dmarc/dmarc-writes.ts'
import { recorder } from './audit.ts'

/** A test goes with its messages; beside it other rows are small. */
const ROWS_FOR_A_TEST = 10

/** An account is marked first, and deleted piece by piece: a large one would hold up all who write. */
export function accountDeletion(
  queries: Queries,
  ofReports: ReportDeletion,
  ofDestinations: ReturnType<typeof leaving>,
) {
  const record = recorder(queries)
  const [id, limit] = [sql.placeholder('id'), sql.placeholder('limit')]
  const marked = queries
    .select({ id: accounts.id })
    .from(accounts)
    .where(sql`${accounts.deletedAt} is not null`)
    .limit(1)
    .prepare()
  const tests = queries
    .delete(mailTests)
    .where(
      inArray(
        mailTests.seq,
        queries
          .select({ seq: mailTests.seq })
          .from(mailTests)
          .where(eq(mailTests.accountId, id))
          .limit(limit),
      ),
    )
    .prepare()
  const entries = queries
    .delete(auditLog)
    .where(
      inArray(
        auditLog.id,
        queries.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.accountId, id)).limit(limit),
      ),
    )
    .prepare()
  const ofDomains = queries
    .delete(domains)
    .where(
      inArray(
        domains.id,
        queries.select({ id: domains.id }).from(domains).where(eq(domains.accountId, id)).limit(limit),
      ),
    )
    .prepare()
  const ofMonitors = queries
    .delete(monitors)
    .where(
      inArray(
        monitors.id,
        // One goes with thousands of scores.
        queries.select({ id: monitors.id }).from(monitors).where(eq(monitors.accountId, id)).limit(1),
      ),
    )
    .prepare()
  const lines = queries
    .delete(mailLog)
    .where(
      inArray(
        mailLog.id,
        queries.select({ id: mailLog.id }).from(mailLog).where(eq(mailLog.accountId, id)).limit(limit),
      ),
    )
    .prepare()
  const addresses = queries
    .delete(formerAddresses)
    .where(
      inArray(
        formerAddresses.localPart,
        queries
          .select({ localPart: formerAddresses.localPart })
          .from(formerAddresses)
          .where(eq(formerAddresses.accountId, id))
          .limit(limit),
      ),
    )
    .prepare()
  const answers = queries
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.accountId, id),
        inArray(
          idempotencyKeys.key,
          queries
            .select({ key: idempotencyKeys.key })
            .from(idempotencyKeys)
            .where(eq(idempotencyKeys.accountId, id))
            .limit(limit),
        ),
      ),
    )
    .prepare()

  const past = queries
    .delete(history)
    .where(
      sql`(${history.accountId}, ${history.receivedAt}, ${history.messageSeq}) in ${queries
        .select({ a: history.accountId, b: history.receivedAt, c: history.messageSeq })
        .from(history)
        .where(eq(history.accountId, id))
        .limit(limit)}`,
    )
    .prepare()
  const counts = queries
    .delete(historyDays)
    .where(
      sql`(${historyDays.accountId}, ${historyDays.domain}, ${historyDays.day}) in ${queries
        .select({ a: historyDays.accountId, b: historyDays.domain, c: historyDays.day })
        .from(historyDays)
        .where(eq(historyDays.accountId, id))
        .limit(limit)}`,
    )
    .prepare()
  // Others go with their message or their domain.
  const events = queries
    .delete(outbox)
    .where(
      sql`${outbox.id} in (select id from outbox indexed by outbox_of_accounts where account_id = ${id}
        and message_seq is null and domain_id is null limit ${limit})`,
    )
    .prepare()

  return {
    delete(accountId: string, entry: NewAuditEntry): 'deleted' | 'unknown_account' {
      const { changes } = queries
        .update(accounts)
        // A name that nobody can give: its own is free.
        .set({ deletedAt: entry.at, name: `\u007f${accountId}` })
        .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
        .run()
      if (changes === 0) return 'unknown_account'
      for (const table of [apiKeys, memberships, invitations]) {
        queries.delete(table).where(eq(table.accountId, accountId)).run()
      }
      queries
        .update(sessions)
        .set({ accountId: null, visitingUntil: null })
        .where(eq(sessions.accountId, accountId))
        .run()
      ofReports.forget()
      ofDestinations.allOf(accountId, entry.at)
      const { accountId: _gone, ...rest } = entry
      record(rest)
      return 'deleted'
    },
    deleteRest(most: number): number {
      const account = marked.get()
      if (!account) return 0
      const deleted =
        tests.run({ id: account.id, limit: most }).changes ||
        past.run({ id: account.id, limit: most * ROWS_FOR_A_TEST }).changes ||
        counts.run({ id: account.id, limit: most * ROWS_FOR_A_TEST }).changes ||
        ofReports.some(account.id, most * ROWS_FOR_A_TEST) ||
        ofDestinations.pieceOf(account.id, most * ROWS_FOR_A_TEST) ||
        entries.run({ id: account.id, limit: most * ROWS_FOR_A_TEST }).changes ||
        ofMonitors.run({ id: account.id }).changes ||
        ofDomains.run({ id: account.id, limit: most * ROWS_FOR_A_TEST }).changes ||
        lines.run({ id: account.id, limit: most * ROWS_FOR_A_TEST }).changes ||
        addresses.run({ id: account.id, limit: most * ROWS_FOR_A_TEST }).changes ||
        answers.run({ id: account.id, limit: most * ROWS_FOR_A_TEST }).changes ||
        events.run({ id: account.id, limit: most * ROWS_FOR_A_TEST }).changes
      if (deleted > 0) return deleted
      queries.delete(mailLogLeftOut).where(eq(mailLogLeftOut.accountId, account.id)).run()
      queries.delete(fullReportUses).where(eq(fullReportUses.owner, account.id)).run()
      return queries.delete(accounts).where(eq(accounts.id, account.id)).run().changes
    },
  }
}
