import { type Budget, type Rate, type Slot, takeSlot } from '../../../core/access/rate.ts'
import type { Db, Tx } from '../sql/database.ts'
import { plain, sql } from '../sql/statement.ts'
import { isWantOfSpace } from '../wire/failures.ts'

/** Somebody who waits for a slot. */
interface Asking {
  rate: Rate
  resolve(slot: Slot): void
  reject(cause: unknown): void
}

interface BudgetRow {
  now: number
  arrival: number
  interval: number
  told: number | null
  penalised: number
}

/** Takes slots of accounts' budgets, which all hosts share. Of one account one transaction is under way at a time, for all that
 * asked meanwhile: however many ask, they hold one connection and wait for one commit. */
export function slotTaker(db: Db): (id: string, rate: Rate) => Promise<Slot> {
  const asking = new Map<string, Asking[]>()

  async function serve(id: string): Promise<void> {
    for (let some = asking.get(id); some && some.length > 0; some = asking.get(id)) {
      asking.set(id, [])
      await answer(db, id, some)
    }
    asking.delete(id)
  }

  return (id, rate) =>
    new Promise((resolve, reject) => {
      const others = asking.get(id)
      if (others) others.push({ rate, resolve, reject })
      else {
        asking.set(id, [{ rate, resolve, reject }])
        void serve(id)
      }
    })
}

async function answer(db: Db, id: string, asking: readonly Asking[]): Promise<void> {
  const rates = asking.map(({ rate }) => rate)
  try {
    for (const [at, slot] of (await take(db, id, rates)).entries()) asking[at]?.resolve(slot)
  } catch (cause) {
    for (const { reject } of asking) reject(cause)
  }
}

/** The slots of several requests that come one after the other. The row is held from the look at it to its change. */
async function take(db: Db, id: string, rates: readonly Rate[]): Promise<Slot[]> {
  try {
    return await db.write(
      async (tx) => {
        const { slots, budget } = slotsOf(await held(db, tx, id), rates)
        if (budget) await tx.run(keep(id, budget))
        return slots
      },
      { soft: true },
    )
  } catch (cause) {
    if (!isWantOfSpace(cause)) throw cause
    // A disk that takes no write refuses nobody.
    return slotsOf(await db.soft.first<BudgetRow>(look(db, id)), rates).slots
  }
}

/** The budget that an account has, its row held; one that was never used lies before all time. */
async function held(db: Db, tx: Tx, id: string): Promise<BudgetRow | undefined> {
  const lock = plain('FOR NO KEY UPDATE')
  const row = await tx.first<BudgetRow>(sql`${look(db, id)} ${lock}`)
  if (row) return row
  await tx.run(
    sql`INSERT INTO account_budgets (account_id, arrival, "interval", penalised)
      SELECT id, 0, 0, 0 FROM accounts WHERE id = ${id} ON CONFLICT (account_id) DO NOTHING`,
  )
  return tx.first<BudgetRow>(sql`${look(db, id)} ${lock}`)
}

const look = (db: Db, id: string) =>
  sql`SELECT ${db.now()} * 1000 AS now, arrival, "interval", told, penalised FROM account_budgets
    WHERE account_id = ${id}`

const keep = (id: string, { arrival, interval, told, penalised }: Budget) =>
  sql`UPDATE account_budgets SET arrival = ${arrival}::bigint, "interval" = ${interval}::bigint,
    told = ${told ?? null}::bigint, penalised = ${penalised ? 1 : 0}::smallint WHERE account_id = ${id}`

function slotsOf(row: BudgetRow | undefined, rates: readonly Rate[]): { slots: Slot[]; budget?: Budget } {
  let kept = row && budgetOf(row)
  const slots = rates.map((rate) => {
    const { budget, slot } = takeSlot(kept, row?.now ?? 0, rate)
    kept = budget
    return slot
  })
  return { slots, ...(kept && { budget: kept }) }
}

const budgetOf = ({ arrival, interval, told, penalised }: BudgetRow): Budget => ({
  arrival,
  interval,
  ...(told !== null && { told }),
  penalised: penalised === 1,
})
