import { eq, sql } from 'drizzle-orm'
import type { ReportCount } from '../../messages.ts'
import type { Queries } from '../connection.ts'
import { fullReportUses, mailTests } from '../schema.ts'

/** Counts a test at its first report, and gates it when it is past what its period allows. Part of `finish`. */
export function reportCount(queries: Queries) {
  const testSeq = sql.placeholder('testSeq')
  const find = queries
    .select({
      owner: sql<string | null>`coalesce(${mailTests.accountId}, ${mailTests.client})`,
      number: mailTests.reportNumber,
      accountId: mailTests.accountId,
    })
    .from(mailTests)
    .where(eq(mailTests.seq, testSeq))
    .prepare()
  const spend = queries
    .insert(fullReportUses)
    .values({ owner: sql.placeholder('owner'), period: sql.placeholder('period'), used: 1 })
    .onConflictDoUpdate({
      target: [fullReportUses.owner, fullReportUses.period],
      set: { used: sql`${fullReportUses.used} + 1` },
    })
    .returning({ used: fullReportUses.used })
    .prepare()
  const note = queries
    .update(mailTests)
    .set({ reportNumber: sql`${sql.placeholder('number')}`, gated: sql`${sql.placeholder('gated')}` })
    .where(eq(mailTests.seq, testSeq))
    .prepare()
  return function countReport(test: number, { period, units }: ReportCount): void {
    const row = find.get({ testSeq: test })
    if (!row || row.owner === null || row.number !== null) return
    // Clients are counted only where a day has so many reports for them; accounts always, because plans change.
    if (row.accountId === null && units === undefined) return
    const { used: number } = spend.get({ owner: row.owner, period })
    note.run({ testSeq: test, number, gated: units !== undefined && number > units ? 1 : 0 })
  }
}
