import { type MaintenanceWindow, MOST_WINDOWS } from '../../core/watching/monitor.ts'

const MINUTE_MS = 60_000
const LONGEST_MINUTES = 7 * 24 * 60
const LONGEST_ZONE = 64

/** What is wrong with a window: the field that is, and why in a sentence. */
export interface WindowFault {
  field: 'from' | 'until' | 'days' | 'at' | 'minutes' | 'zone'
  says: string
}

/** What is wrong with maintenance windows, in a sentence; nothing where they can be kept. */
export function windowProblem(windows: readonly MaintenanceWindow[]): string | undefined {
  if (windows.length > MOST_WINDOWS) return `A monitor has at most ${MOST_WINDOWS} maintenance windows.`
  return windows.map(windowFault).find((fault) => fault !== undefined)?.says
}

/** What is wrong with one window; nothing where it can be kept. */
export function windowFault(window: MaintenanceWindow): WindowFault | undefined {
  return window.kind === 'once' ? onceFault(window) : weeklyFault(window)
}

const fault = (field: WindowFault['field'], says: string): WindowFault => ({ field, says })

function onceFault({ from, until }: Extract<MaintenanceWindow, { kind: 'once' }>): WindowFault | undefined {
  const [start, end] = [from.getTime(), until.getTime()]
  if (Number.isNaN(start)) return fault('from', 'A maintenance window begins at a time.')
  if (Number.isNaN(end)) return fault('until', 'A maintenance window ends at a time.')
  if (start >= end) return fault('until', 'A maintenance window ends after it begins.')
  return end - start > LONGEST_MINUTES * MINUTE_MS
    ? fault('until', 'A maintenance window lasts at most 7 days. Pause the monitor for longer work.')
    : undefined
}

function weeklyFault({
  days,
  at,
  minutes,
  zone,
}: Extract<MaintenanceWindow, { kind: 'weekly' }>): WindowFault | undefined {
  if (days.length === 0) return fault('days', 'A weekly maintenance window needs a day of the week.')
  if (!days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7))
    return fault('days', 'The days of a weekly maintenance window are 1 (Monday) to 7 (Sunday).')
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at))
    return fault('at', 'A weekly maintenance window begins at a time such as 02:30.')
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > LONGEST_MINUTES)
    return fault('minutes', 'A weekly maintenance window lasts 1 minute to 7 days.')
  return isZone(zone)
    ? undefined
    : fault('zone', 'The time zone of a maintenance window is a name such as Europe/Berlin or UTC.')
}

/** An IANA name, as far as this runtime knows it; no offset, which would not follow the clocks. */
export function isZone(zone: string): boolean {
  if (zone.length > LONGEST_ZONE || !/^[A-Za-z][\w+/-]*$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
