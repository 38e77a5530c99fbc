import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Account } from '../../../core/access/account.ts'
import type { NewAuditEntry } from '../../../core/access/audit.ts'
import type { Budget } from '../../../core/access/rate.ts'
import type { AccountUsage } from '../../accounts.ts'
import type { PageOf } from '../../people.ts'
import type { KeptBudget } from '../budgets.ts'
import type { Queries } from '../connection.ts'
import { memberships } from '../schema/people.ts'
import { accounts, allowanceUses, fullReportUses } from '../schema.ts'
import type { leaving } from './destinations/destinations.ts'
import type { ReportDeletion } from './dmarc/dmarc-writes.ts'
import { accountDeletion } from './people/account-deletion.ts'
import { recorder } from './people/audit.ts'

const whole = {
  id: accounts.id,
  name: accounts.name,
  plan: accounts.plan,
  createdAt: accounts.createdAt,
}

const stands = isNull(accounts.deletedAt)

export function accountReads(queries: Queries) {
  const byId = queries
    .select(whole)
    .from(accounts)
    .where(and(eq(accounts.id, sql.placeholder('id')), stands))
    .prepare()
  const byName = queries
    .select(whole)
    .from(accounts)
    .where(and(eq(accounts.name, sql.placeholder('name')), stands))
    .prepare()
  const all = queries.select(whole).from(accounts).where(stands).orderBy(asc(accounts.name)).prepare()
  const behind = queries
    .select(whole)
    .from(accounts)
    .where(and(gt(accounts.name, sql.placeholder('after')), stands))
    .orderBy(asc(accounts.name))
    .limit(sql.placeholder('limit'))
    .prepare()
  const budget = queries
    .select({
      arrivalAt: accounts.arrivalAt,
      arrivalInterval: accounts.arrivalInterval,
      toldAt: accounts.toldAt,
      penalised: accounts.penalised,
    })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare()
  return {
    byId: (id: string): Account | undefined => byId.get({ id }),
    byName: (name: string): Account | undefined => byName.get({ name }),
    list: (): Account[] => all.all(),
    page({ after = '', limit }: { after?: string; limit: number }): PageOf<Account> {
      const rows = behind.all({ after, limit: limit + 1 })
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return rows.length > limit && last ? { items, next: last.name } : { items }
    },
    shownProviders(id: string): string[] | undefined {
      const found = queries
        .select({ names: accounts.shownProviders })
        .from(accounts)
        .where(and(eq(accounts.id, id), stands))
        .get()
      return found?.names?.split(',')
    },
    usage(id: string, month: string): AccountUsage {
      const tests = queries
        .select({ used: allowanceUses.used })
        .from(allowanceUses)
        .where(and(eq(allowanceUses.accountId, id), eq(allowanceUses.month, month)))
        .get()
      const fullReports = queries
        .select({ used: fullReportUses.used })
        .from(fullReportUses)
        .where(and(eq(fullReportUses.owner, id), eq(fullReportUses.period, month)))
        .get()
      return { tests: tests?.used ?? 0, fullReports: fullReports?.used ?? 0 }
    },
    budget(id: string): Budget | undefined {
      const kept = budget.get({ id })
      if (!kept?.arrivalAt) return undefined
      return {
        arrival: kept.arrivalAt.getTime() * 1000,
        interval: kept.arrivalInterval ?? 0,
        ...(kept.toldAt && { told: kept.toldAt.getTime() * 1000 }),
        penalised: kept.penalised,
      }
    },
  }
}

/** Whole milliseconds: a restart never shortens a wait. */
const milliseconds = (microseconds: number) => Math.ceil(microseconds / 1000)

export function accountWrites(
  queries: Queries,
  ofReports: ReportDeletion,
  ofDestinations: ReturnType<typeof leaving>,
) {
  const saveBudget = queries
    .update(accounts)
    .set({
      arrivalAt: sql`${sql.placeholder('arrival')}`,
      arrivalInterval: sql`${sql.placeholder('interval')}`,
      toldAt: sql`${sql.placeholder('told')}`,
      penalised: sql`${sql.placeholder('penalised')}`,
    })
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare()
  const record = recorder(queries)
  const rowOf = (id: string) =>
    queries
      .select(whole)
      .from(accounts)
      .where(and(eq(accounts.id, id), stands))
      .get()
  return {
    ...accountDeletion(queries, ofReports, ofDestinations),
    create(account: Account, entry?: NewAuditEntry, owner?: string): 'created' | 'name_taken' {
      const { changes } = queries
        .insert(accounts)
        .values(account)
        .onConflictDoNothing({ target: accounts.name })
        .run()
      if (changes === 0) return 'name_taken'
      if (owner !== undefined) {
        const { id: accountId, createdAt } = account
        queries.insert(memberships).values({ accountId, personId: owner, role: 'owner', createdAt }).run()
      }
      record(entry)
      return 'created'
    },
    setPlan(id: string, plan: string, entry?: NewAuditEntry): 'changed' | 'unknown_account' {
      const before = rowOf(id)
      if (!before) return 'unknown_account'
      if (before.plan === plan) return 'changed'
      queries.update(accounts).set({ plan }).where(eq(accounts.id, id)).run()
      record(entry)
      return 'changed'
    },
    rename(id: string, name: string, entry: NewAuditEntry): 'renamed' | 'name_taken' | 'unknown_account' {
      const before = rowOf(id)
      if (!before) return 'unknown_account'
      if (before.name === name) return 'renamed'
      const other = queries
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.name, name), ne(accounts.id, id)))
        .get()
      if (other) return 'name_taken'
      queries.update(accounts).set({ name }).where(eq(accounts.id, id)).run()
      record(entry)
      return 'renamed'
    },
    setShownProviders(id: string, names: readonly string[] | undefined): 'set' | 'unknown_account' {
      const { changes } = queries
        .update(accounts)
        .set({ shownProviders: names?.join(',') ?? null })
        .where(and(eq(accounts.id, id), stands))
        .run()
      return changes > 0 ? 'set' : 'unknown_account'
    },
    keepBudgets(budgets: readonly KeptBudget[]): void {
      for (const { id, arrival, interval, told, penalised } of budgets) {
        saveBudget.run({
          id,
          arrival: milliseconds(arrival),
          interval,
          told: told === undefined ? null : milliseconds(told),
          penalised: penalised ? 1 : 0,
        })
      }
    },
  }
}
