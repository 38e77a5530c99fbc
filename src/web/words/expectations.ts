import type { Expectations, MaintenanceWindow, MonitorKind } from '../../core/watching/monitor.ts'
import { inARow } from '../../services/telling/numbers.ts'
import { plural, points } from '../wording.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** Minutes in the largest unit that holds them whole. */
export function spanOf(minutes: number): { n: number; unit: SpanUnit } {
  if (minutes >= DAY && minutes % DAY === 0) return { n: minutes / DAY, unit: 'days' }
  if (minutes >= HOUR && minutes % HOUR === 0) return { n: minutes / HOUR, unit: 'hours' }
  return { n: minutes, unit: 'minutes' }
}

export const SPAN_UNITS = { minutes: 1, hours: HOUR, days: DAY } as const
export type SpanUnit = keyof typeof SPAN_UNITS

/** 30 minutes, 1 day, 16 hours 48 minutes. */
export function spanWords(minutes: number): string {
  const { n, unit } = spanOf(minutes)
  if (unit === 'minutes' && n > 2 * HOUR)
    return `${spanWords(n - (n % HOUR))} ${n % HOUR} ${plural(n % HOUR, 'minute')}`
  return `${n} ${plural(n, unit.slice(0, -1))}`
}

/** every day, every 6 hours */
function everyWords(minutes: number): string {
  const { n, unit } = spanOf(minutes)
  return n === 1 ? `every ${unit.slice(0, -1)}` : `every ${n} ${unit}`
}

/** What is expected of a monitor of that kind, a sentence each. `titleOf`: how people call a check. */
export function expectationWords(
  { interval, leastScore, mostDrop, mustPass, blocklists, records }: Expectations,
  kind: MonitorKind,
  titleOf: (check: string) => string,
): string[] {
  const found = [
    interval &&
      `A message ${everyWords(interval.everyMinutes)}, ${interval.graceMinutes === 0 ? 'never late' : `at most ${spanWords(interval.graceMinutes)} late`}.`,
    leastScore !== undefined && `A score of ${points(leastScore)} or more.`,
    mostDrop !== undefined &&
      `A score at most ${points(mostDrop)} ${plural(mostDrop, 'point')} below those before.`,
    mustPass.length > 0 &&
      `${plural(mustPass.length, 'The check', 'The checks')} ${inARow(mustPass.map(titleOf))} must not fail.`,
    blocklists && `The ${kind === 'mail' ? 'sender' : 'domain'} is on no blocklist.`,
    records && 'The DNS records of the domain stay whole.',
  ]
  return found.filter((one) => typeof one === 'string')
}

/** By the number of ISO 8601. */
export const DAY_WORDS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Every Monday and Thursday at 02:30 for 2 hours (Europe/Berlin). */
export function weeklyWords({
  days,
  at,
  minutes,
  zone,
}: Extract<MaintenanceWindow, { kind: 'weekly' }>): string {
  const named = days.map((day) => DAY_WORDS[day - 1] ?? '')
  const when = named.length === DAY_WORDS.length ? 'day' : inARow(named)
  return `Every ${when} at ${at} for ${spanWords(minutes)} (${zone})`
}

/** What tells a window from the others of a monitor. */
export function windowKey(window: MaintenanceWindow): string {
  return window.kind === 'once'
    ? `once ${window.from.toISOString()} ${window.until.toISOString()}`
    : `weekly ${window.days.join(',')} ${window.at} ${window.minutes} ${window.zone}`
}
