import { type Budget, type Rate, type Slot, takeSlot } from '../../core/access/rate.ts'

/** A budget as it is written: its account and all that is kept of it. */
export interface KeptBudget extends Budget {
  id: string
}

export interface BudgetsOptions {
  now(): Date
  read(id: string): Budget | undefined
  write(budgets: KeptBudget[]): Promise<void>
  /** Told of the first write that failed; it is tried again until one works. */
  failed?(cause: unknown): void
  /** Told of the first write that works again. */
  recovered?(): void
  /** How often at most budgets are written: what a kill can make them forget. */
  everyMs?: number
  /** After a write that failed. */
  retryMs?: number
}

export interface Budgets {
  takeSlot(id: string, rate: Rate): Slot
  /** Writes what is not written yet, trying once. */
  close(): Promise<void>
}

/** The budgets of accounts: answered from memory, written behind. A disk that takes no write refuses nobody. */
export function createBudgets({
  now,
  read,
  write,
  failed,
  recovered,
  everyMs = 200,
  retryMs = 5000,
}: BudgetsOptions): Budgets {
  // At most one for each account.
  const budgets = new Map<string, Budget>()
  let unsaved = new Map<string, Budget>()
  let saving: Promise<void> | undefined
  let rest: ReturnType<typeof setTimeout> | undefined
  let failing = false
  let closed = false

  async function save(): Promise<void> {
    const taken = unsaved
    unsaved = new Map()
    let pause = everyMs
    try {
      await write([...taken].map(([id, budget]) => ({ id, ...budget })))
      if (failing) recovered?.()
      failing = false
    } catch (cause) {
      unsaved = new Map([...taken, ...unsaved])
      pause = retryMs
      if (!failing) failed?.(cause)
      failing = true
    }
    saving = undefined
    if (!closed) rest = setTimeout(rested, pause)
  }

  function rested(): void {
    rest = undefined
    if (unsaved.size > 0) saving = save()
  }

  return {
    takeSlot(id, rate) {
      const kept = budgets.get(id) ?? read(id)
      const { budget, slot } = takeSlot(kept, now().getTime() * 1000, rate)
      budgets.set(id, budget)
      unsaved.set(id, budget)
      if (!saving && !rest && !closed) saving = save()
      return slot
    },
    async close() {
      closed = true
      clearTimeout(rest)
      await saving
      if (unsaved.size > 0) await save()
    },
  }
}
