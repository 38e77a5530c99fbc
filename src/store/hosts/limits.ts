import type { Rate, Slot } from '../../core/access/rate.ts'

/** What is counted over all hosts, by network or account: it may be forgotten, and a limit is never let past. */
export interface LimitStore {
  /** Takes a slot of a budget; several units count as so many. */
  take(limit: string, who: string, rate: Rate, units?: number): Promise<Slot>
  /** What `take` would give now. */
  peek(limit: string, who: string, rate: Rate): Promise<Slot>
  /** Gives back what one `take` took: it was no try after all. */
  refund(limit: string, who: string, rate: Rate, units?: number): Promise<void>
  /** Deletes budgets that are whole again; gives how many. */
  forget(limit: number): Promise<number>
}
