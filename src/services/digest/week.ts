import { dayOf, dayWords, startOf } from '../../core/kept/day.ts'

/** A week of UTC, Monday to Sunday. */
export interface Week {
  /** The Monday that ends it: 2026-11-23. */
  name: string
  from: Date
  /** The first moment that is no more of it. */
  to: Date
  /** Days that are settled when it is told, as days since 1970 and both included: reports of the last two may still arrive. */
  reported: { from: number; to: number }
}

const HOUR_MS = 3_600_000
/** It is told on Mondays from then on, by UTC. */
const TOLD_AT_MS = 8 * HOUR_MS
const DAYS = 7
const SETTLED_DAYS = 2
/** 1970 began on a Thursday. */
const FIRST_MONDAY = 4

/** The last week that is to be told. */
export function weekToTell(now: Date): Week {
  const day = dayOf(now.getTime() - TOLD_AT_MS)
  const monday = day - ((((day - FIRST_MONDAY) % DAYS) + DAYS) % DAYS)
  const to = monday - SETTLED_DAYS
  return {
    name: dayWords(monday),
    from: new Date(startOf(monday - DAYS)),
    to: new Date(startOf(monday)),
    reported: { from: to - DAYS + 1, to },
  }
}
