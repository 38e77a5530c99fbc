import type { MaintenanceWindow } from '../../../core/watching/monitor.ts'
import { type WindowFault, windowFault } from '../../../services/monitors/window-rules.ts'
import { DAYS, readMinutes, readMoment } from './times.ts'

/** Windows as they are written after --windows, or what is wrong. */
export function readWindowList(text: string): MaintenanceWindow[] | string {
  const parts = text.split(';').map((part) => part.trim())
  const given = parts.filter((part) => part !== '' && part !== 'none')
  return readAll(given, (part) => {
    const [, days, at, lasts, zone] = WEEKLY.exec(part) ?? []
    if (days !== undefined && at !== undefined && lasts !== undefined && zone !== undefined) {
      return readWindow({ days: days.split(','), at, lasts, zone })
    }
    const [from, until, ...rest] = part.split('/')
    return until !== undefined && rest.length === 0
      ? readWindow({ from: from?.trim(), until: until.trim() })
      : `"${part.slice(0, 100)}" is none. ${NO_WINDOW}`
  })
}

const WEEKLY = /^([a-z,]+)\s+(\S+)\s+(\d+\s?[a-z]+)\s+(\S+)$/i

/** Windows as they stand in JSON, or what is wrong. */
export function readWindows(given: unknown): MaintenanceWindow[] | string {
  return Array.isArray(given) ? readAll(given, readWindow) : 'windows is a list.'
}

/** Of several it is said which one is wrong. */
function readAll<T>(
  given: readonly T[],
  read: (one: T) => MaintenanceWindow | string,
): MaintenanceWindow[] | string {
  const windows: MaintenanceWindow[] = []
  for (const [index, one] of given.entries()) {
    const window = read(one)
    if (typeof window === 'string')
      return given.length === 1 ? window : `Maintenance window ${index + 1}: ${window}`
    windows.push(window)
  }
  return windows
}

const NO_WINDOW =
  'A maintenance window has from and until (2026-12-24T00:00Z), or days (sat,sun), at (02:30), lasts (2 hours) and zone (Europe/Berlin).'

const OF_ONCE = ['from', 'until'] as const
const OF_WEEKLY = ['days', 'at', 'lasts', 'zone'] as const

/** By field: what it has to be. */
const EXPECTED = {
  from: 'a day, or a time with its zone, such as 2026-12-24T00:00Z',
  until: 'a day, or a time with its zone, such as 2026-12-26T00:00Z',
  days: 'days of the week out of mon, tue, wed, thu, fri, sat, sun',
  at: 'a time of the day such as 02:30',
  lasts: 'a duration of 1 minute to 7 days in whole minutes, such as "2 hours"',
  zone: 'a time zone such as Europe/Berlin, or UTC',
} as const
type Field = keyof typeof EXPECTED

function readWindow(given: unknown): MaintenanceWindow | string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return NO_WINDOW
  const fields = given as Record<string, unknown>
  const known: readonly string[] = [...OF_ONCE, ...OF_WEEKLY]
  const unknown = Object.keys(fields).find((key) => !known.includes(key))
  if (unknown !== undefined) return `There is no "${unknown.slice(0, 100)}" in it. ${NO_WINDOW}`
  const has = (field: Field) => fields[field] !== undefined
  if (OF_WEEKLY.some(has)) {
    const other = OF_ONCE.find(has)
    return other === undefined
      ? readWeekly(fields)
      : `${other} does not go with ${OF_WEEKLY.find(has)}. ${NO_WINDOW}`
  }
  return OF_ONCE.some(has) ? readOnce(fields) : NO_WINDOW
}

function readOnce({ from, until }: Record<string, unknown>): MaintenanceWindow | string {
  const [begins, ends] = [momentIn(from), momentIn(until)]
  if (!begins) return wrong('from', from)
  if (!ends) return wrong('until', until)
  return sound({ kind: 'once', from: begins, until: ends })
}

const momentIn = (given: unknown) => (typeof given === 'string' ? readMoment(given) : undefined)

function readWeekly({ days, at, lasts, zone }: Record<string, unknown>): MaintenanceWindow | string {
  if (!Array.isArray(days) || days.length === 0) return wrong('days', days)
  const stranger = days.find((day) => !DAYS.includes(day))
  if (stranger !== undefined) return wrong('days', stranger)
  if (typeof at !== 'string') return wrong('at', at)
  const minutes = typeof lasts === 'string' ? readMinutes(lasts) : undefined
  if (minutes === undefined) return wrong('lasts', lasts)
  if (typeof zone !== 'string') return wrong('zone', zone)
  const window = {
    kind: 'weekly',
    days: days.map((day) => DAYS.indexOf(day) + 1),
    at,
    minutes,
    zone,
  } as const
  return sound(window, { at, lasts, zone })
}

/** The window, or which field of it is wrong. */
function sound(
  window: MaintenanceWindow,
  given: Partial<Record<Field, unknown>> = {},
): MaintenanceWindow | string {
  const fault = windowFault(window)
  if (!fault) return window
  const field = FIELDS[fault.field]
  return field in given ? wrong(field, given[field]) : `${field}: ${fault.says}`
}

const FIELDS = {
  from: 'from',
  until: 'until',
  days: 'days',
  at: 'at',
  minutes: 'lasts',
  zone: 'zone',
} as const satisfies Record<WindowFault['field'], Field>

function wrong(field: Field, given: unknown): string {
  const is = given === undefined ? 'is missing' : `has ${JSON.stringify(given)?.slice(0, 100)}`
  return `${field} ${is}: it is ${EXPECTED[field]}.`
}
