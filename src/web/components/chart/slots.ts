import { once } from '../../../core/making/once.ts'
import type { HistoryDay, HistoryOf, HistoryPeriod } from '../../../services/history/history.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'

/** A place on the time axis, with what is known of it. Nothing known is a gap, not zero. */
export interface Slot {
  /** Its first day of UTC. */
  day: string
  known?: HistoryDay
}

/** The part of a history that a series is drawn from. */
export type Series = Pick<HistoryOf, 'per' | 'since' | 'until' | 'days'>

const DAY_MS = 86_400_000
const LENGTHS: Readonly<Record<HistoryPeriod, number>> = { day: DAY_MS, week: 7 * DAY_MS }
/** More than the longest window has. */
const MOST_SLOTS = 400

/** Every period of the window in its order, also those of which nothing is known. */
export function slotsOf({ per, since, until, days }: Series): Slot[] {
  const known = new Map(days.map((one) => [one.day, one]))
  const [first, last] = [Date.parse(since), Date.parse(until)]
  const count = Math.min(MOST_SLOTS, Math.floor((last - first) / LENGTHS[per]) + 1)
  return Array.from({ length: Math.max(0, count) || 0 }, (_, at) => {
    const day = new Date(first + at * LENGTHS[per]).toISOString().slice(0, 10)
    const found = known.get(day)
    return { day, ...(found && { known: found }) }
  })
}

/** The middle of a place on the axis, in percent of its width. */
export const middleOf = (at: number, count: number): number => round((100 * (at + 0.5)) / count)

const round = (n: number) => Math.round(n * 100) / 100

/** A date below the axis. */
export interface Tick {
  at: number
  words: string
  anchor: 'start' | 'middle' | 'end'
}

/** Few enough that they fit a phone. */
const TICKS = 4

/** Dates along the axis, the first and the last among them. */
export function ticksOf(slots: readonly Slot[]): Tick[] {
  const last = slots.length - 1
  const count = Math.min(TICKS, slots.length)
  const places =
    count < 2 ? [0] : Array.from({ length: count }, (_, at) => Math.round((at * last) / (count - 1)))
  return places.flatMap((place) => {
    const day = slots[place]?.day
    if (day === undefined) return []
    const isEdge = slots.length > 1 && (place === 0 || place === last)
    const anchor = !isEdge ? 'middle' : place === 0 ? 'start' : 'end'
    return {
      at: !isEdge ? middleOf(place, slots.length) : place === 0 ? 0 : 100,
      words: shortDay(day),
      anchor,
    }
  })
}

const SHORT = once(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)
const LONG = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
)

/** 22 Nov */
export const shortDay = (day: string): string => SHORT().format(new Date(day))

/** 22 Nov 2026; of a week: 7 days from 16 Nov 2026. */
export function longDay(day: string, per: HistoryPeriod = 'day'): string {
  const date = LONG().format(new Date(day))
  return per === 'day' ? date : `7 days from ${date}`
}

/** 1 message; 1,204 messages. */
export const messages = (n: number): string => `${amount(n)} ${plural(n, 'message')}`

/** The window in words: 24 Oct to 22 Nov 2026. */
export const windowWords = ({ since, until }: Pick<Series, 'since' | 'until'>): string =>
  since.slice(0, 4) === until.slice(0, 4)
    ? `${shortDay(since)} to ${longDay(until)}`
    : `${longDay(since)} to ${longDay(until)}`
