/** What an account may do: a `[plans.<name>]` table of the configuration. */
export interface Plan {
  name: string
  api: boolean
  /** Requests per minute over all keys of the account. */
  ratePerMinute: number
  /** Requests that may come at once on top of the steady rate. */
  burst: number
  /** POST /v1/tests per UTC calendar month. Absent: unlimited. */
  monthlyTests?: number
  /** Days until a test of this plan expires. Absent: `tests.lifetime`. */
  testLifetimeDays?: number
}

export interface Account {
  /** UUID. */
  id: string
  name: string
  /** The plan's name; a plan that the configuration no longer has counts as the default plan. */
  plan: string
  createdAt: Date
}

/** The UTC calendar month an allowance is counted in: 2026-11. */
export function allowanceMonth(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** When the next UTC calendar month begins. */
export function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
}
