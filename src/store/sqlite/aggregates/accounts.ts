import { asc, eq, sql } from 'drizzle-orm'
import type { Account } from '../../../core/account.ts'
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
  const arrival = queries
    .select({ at: accounts.arrivalAt })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare()
  return {
    byId: (id: string): Account | undefined => byId.get({ id }),
    byName: (name: string): Account | undefined => byName.get({ name }),
    list: (): Account[] => all.all(),
    arrivalTime: (id: string): Date | undefined => arrival.get({ id })?.at ?? undefined,
  }
}

export function accountWrites(queries: Queries) {
  const saveArrival = queries
    .update(accounts)
    .set({ arrivalAt: sql`${sql.placeholder('at')}` })
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare()
  return {
    createAccount(account: Account): 'created' | 'name_taken' {
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
    saveArrivalTime(id: string, at: Date): void {
      saveArrival.run({ id, at: at.getTime() })
    },
  }
}
