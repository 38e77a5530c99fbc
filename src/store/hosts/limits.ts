import type { Rate, Slot } from '../../core/access/rate.ts'
import type { ThrottleBounds } from '../../core/access/throttle.ts'

/** A try that was counted, as it was kept. Times are microseconds. */
export interface CountedTry {
  at: number
  /** When nothing would be left of it and those before it. */
  arrival: number
  /** No try before. */
  until: number
}

/** What is counted over all hosts, by network or account: it may be forgotten, and a limit is never let past. */
export interface LimitStore {
  /** Takes a slot of a budget; several units count as so many. */
  take(limit: string, who: string, rate: Rate, units?: number): Promise<Slot>
  /** What `take` would give now. */
  peek(limit: string, who: string, rate: Rate): Promise<Slot>
  /** Gives back what one `take` took: it was no try after all. */
  refund(limit: string, who: string, rate: Rate, units?: number): Promise<void>
  /** Counts a try, or gives the seconds to wait before the next. */
  attempt(limit: string, who: string, bounds: ThrottleBounds): Promise<CountedTry | { waitSeconds: number }>
  /** A try was right: it does not count. What was tried before and since does. */
  passed(limit: string, who: string, bounds: ThrottleBounds, counted: CountedTry): Promise<void>
  /** Deletes budgets that are whole again; gives how many. */
  forget(limit: number): Promise<number>
}
