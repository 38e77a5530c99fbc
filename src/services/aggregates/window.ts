import type { AggregateWindow } from '../../store/aggregates.ts'

/** A window as it is asked for: as many days as that until today, or from one day to another. */
export interface GivenWindow {
  days?: string | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

/** What is wrong with a window; the rule repeats nothing of what was given. */
export interface WindowFlaw {
  name: keyof GivenWindow
  rule: string
}

/** The longest window, and the one that is meant where none is given. */
export const MOST_DAYS = 366
export const USUAL_DAYS = 30

const DAY_MS = 86_400_000
const NO_DATE = 'must be a date as YYYY-MM-DD, or an RFC 3339 time'

/** Days since 1970 of a moment, in UTC. */
export const dayNumberOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

/** YYYY-MM-DD of days since 1970. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Whether reports of the last day have had two days to arrive. */
export const isSettled = ({ to }: Pick<AggregateWindow, 'to'>, now: Date): boolean =>
  to <= dayNumberOf(now) - 2

/** Reads a window: `days` back from today, or `from` and `to`, all of them days of UTC and included. */
export function readWindow(
  { days: given, from: first, to: last }: GivenWindow,
  now: Date,
): Pick<AggregateWindow, 'from' | 'to'> | WindowFlaw {
  const today = dayNumberOf(now)
  if (isGiven(given)) {
    if (isGiven(first) || isGiven(last)) return { name: 'days', rule: 'cannot be combined with from or to' }
    const days = /^\d{1,3}$/.test(given) ? Number(given) : 0
    if (days < 1 || days > MOST_DAYS) {
      return { name: 'days', rule: `must be an integer between 1 and ${MOST_DAYS}` }
    }
    return { from: today - days + 1, to: today }
  }
  const to = dayOf(last, today)
  if (to === undefined) return { name: 'to', rule: NO_DATE }
  const from = dayOf(first, to - USUAL_DAYS + 1)
  if (from === undefined) return { name: 'from', rule: NO_DATE }
  if (from > to) return { name: 'from', rule: 'must not be later than to' }
  if (to - from >= MOST_DAYS) {
    return { name: 'from', rule: `must begin a window of at most ${MOST_DAYS} days` }
  }
  return { from, to }
}

const isGiven = (text: string | null | undefined): text is string => text !== null && text !== undefined

/** RFC 3339 5.6, years 1970 to 9998: one before and one after stay within four digits. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d))?$/
const LAST_DAY = dayNumberOf(new Date('9998-12-31'))

/** The UTC day of a date or time; the default when nothing is given. */
function dayOf(text: string | null | undefined, otherwise: number): number | undefined {
  if (!isGiven(text)) return otherwise
  const date = DATE.exec(text)?.[1]
  if (date === undefined || !isCalendarDate(date)) return undefined
  const at = new Date(text.length === date.length ? date : text.toUpperCase())
  const day = dayNumberOf(at)
  return Number.isNaN(day) || day < 0 || day > LAST_DAY ? undefined : day
}

/** Date takes February 30 for March 2. */
function isCalendarDate(date: string): boolean {
  const at = new Date(date)
  return !Number.isNaN(at.getTime()) && dateOfDay(dayNumberOf(at)) === date
}
