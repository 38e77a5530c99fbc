import { asc, eq, sql } from 'drizzle-orm'
import type { Account } from '../../../core/access/account.ts'
import type { Budget } from '../../../core/access/rate.ts'
import type { KeptBudget } from '../budgets.ts'
import type { Queries } from '../connection.ts'
import { accounts } from '../schema.ts'

const whole = {
  id: accounts.id,
  name: accounts.name,
  plan: accounts.plan,
  createdAt: accounts.createdAt,
}

export function accountReads(queries: Queries) {
  const byId = queries
    .select(whole)
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare()
  const byName = queries
    .select(whole)
    .from(accounts)
    .where(eq(accounts.name, sql.placeholder('name')))
    .prepare()
  const all = queries.select(whole).from(accounts).orderBy(asc(accounts.name)).prepare()
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

export function accountWrites(queries: Queries) {
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
  return {
    create(account: Account): 'created' | 'name_taken' {
      const { changes } = queries
        .insert(accounts)
        .values(account)
        .onConflictDoNothing({ target: accounts.name })
        .run()
      return changes === 1 ? 'created' : 'name_taken'
    },
    setPlan(id: string, plan: string): 'changed' | 'unknown_account' {
      const { changes } = queries.update(accounts).set({ plan }).where(eq(accounts.id, id)).run()
      return changes === 1 ? 'changed' : 'unknown_account'
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
