import { parseDuration } from '../../../config/units.ts'
import type { MaintenanceWindow } from '../../../core/watching/monitor.ts'

const MINUTE = 60_000
/** By the number of a day, less one. */
export const DAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** How a duration in whole minutes is written. */
export const minutesText = (minutes: number): string => {
  if (minutes > 0 && minutes % 1440 === 0) return counted(minutes / 1440, 'day')
  return minutes > 0 && minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute')
}

const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`

/** The minutes of "1 day" or "90 min"; undefined where it is no duration, or not of whole minutes. */
export function readMinutes(text: string): number | undefined {
  const ms = parseDuration(text)
  return ms === undefined || ms % MINUTE !== 0 ? undefined : ms / MINUTE
}

/** A day of UTC, or a time with its zone. */
export function readMoment(text: string): Date | undefined {
  const at = new Date(MOMENT.test(text) && isInCalendar(text.slice(0, 10)) ? text : Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** 30 February would be taken for a day of March. */
function isInCalendar(day: string): boolean {
  const at = new Date(day)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** A moment, or one so far ahead. */
export function readWhen(text: string, now: Date): Date | undefined {
  const ahead = parseDuration(text)
  return ahead === undefined ? readMoment(text) : new Date(now.getTime() + ahead)
}

/** A maintenance window for programs, as it is given and shown. */
export type WindowJson =
  | { from: string; until: string }
  | { days: string[]; at: string; lasts: string; zone: string }

export function windowJson(window: MaintenanceWindow): WindowJson {
  if (window.kind === 'once') return { from: window.from.toISOString(), until: window.until.toISOString() }
  const { days, at, minutes, zone } = window
  return { days: days.map((day) => DAYS[day - 1] ?? ''), at, lasts: minutesText(minutes), zone }
}

/** As it is written after --windows. */
export function windowText(window: MaintenanceWindow): string {
  const written = windowJson(window)
  if ('from' in written) return `${written.from}/${written.until}`
  return `${written.days.join(',')} ${written.at} ${written.lasts.replace(/ (\w)\w*/, '$1')} ${written.zone}`
}
