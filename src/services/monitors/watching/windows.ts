import type { MaintenanceWindow } from '../../../core/watching/monitor.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Beyond this, windows that follow one another are as good as without an end. */
const HORIZON_MS = 15 * DAY_MS
const MOST_FORMATS = 100

interface Opening {
  from: number
  until: number
}

/** When a window opens or closes next within the milliseconds behind a moment. */
export function nextEdge(windows: readonly MaintenanceWindow[], at: Date, within: number): Date | undefined {
  const now = at.getTime()
  const edges = windows
    .flatMap((window) => openingsOf(window, now, now + within))
    .flatMap(({ from, until }) => [from, until])
    .filter((edge) => edge > now && edge <= now + within)
  return edges.length === 0 ? undefined : new Date(Math.min(...edges))
}

/** Whether a window is open at a moment, and until when without a break. */
export function openWindow(windows: readonly MaintenanceWindow[], at: Date): { until: Date } | undefined {
  const now = at.getTime()
  let until = now
  while (until - now < HORIZON_MS) {
    const later = Math.max(
      until,
      ...windows.flatMap((window) => openingsOf(window, until, until)).map((opening) => opening.until),
    )
    if (later === until) break
    until = later
  }
  return until === now ? undefined : { until: new Date(until) }
}

/** Openings that a stretch of time meets. An opening ends before its last moment: at `until` it is closed. */
function openingsOf(window: MaintenanceWindow, from: number, to: number): Opening[] {
  const openings =
    window.kind === 'once'
      ? [{ from: window.from.getTime(), until: window.until.getTime() }]
      : weekly(window, from, to)
  return openings.filter((one) => one.from <= to && one.until > from)
}

function weekly(
  { days, at, minutes, zone }: Extract<MaintenanceWindow, { kind: 'weekly' }>,
  from: number,
  to: number,
): Opening[] {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const length = minutes * MINUTE_MS
  const openings: Opening[] = []
  // Dates by the clock there, which may be a day before or after that of UTC.
  const first = Math.floor((from - length) / DAY_MS) - 1
  for (let day = first; day * DAY_MS <= to + DAY_MS; day += 1) {
    if (!days.includes(isoDay(day))) continue
    const start = instantOf(day * DAY_MS + (hour * 60 + minute) * MINUTE_MS, zone)
    if (start !== undefined) openings.push({ from: start, until: start + length })
  }
  return openings
}

/** 1 is Monday; the first day of 1970 was a Thursday. */
const isoDay = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** When clocks there show a time, given as if it were UTC. One that is shown twice: the first; one that is left out: as much later as the
 * clocks go ahead. Undefined: the zone is not known here. */
function instantOf(shown: number, zone: string): number | undefined {
  const [before, after] = [offsetAt(shown - DAY_MS, zone), offsetAt(shown + DAY_MS, zone)]
  if (before === undefined || after === undefined) return undefined
  const candidates = [shown - before, shown - after].filter((one) => offsetAt(one, zone) === shown - one)
  return candidates.length === 0 ? shown - before : Math.min(...candidates)
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>()

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone)
  if (formats.size >= MOST_FORMATS) formats.clear()
  const made = makeFormat(zone)
  formats.set(zone, made)
  return made
}

/** Names of zones come and go with the versions of their data. */
function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const two = '2-digit'
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', era: 'short', year: 'numeric' },
      ...{ month: two, day: two, hour: two, minute: two, second: two },
    })
  } catch {
    return undefined
  }
}

/** How far clocks there are ahead of UTC at a moment. */
function offsetAt(moment: number, zone: string): number | undefined {
  const format = formatOf(zone)
  if (!format) return undefined
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const of = (part: string) => Number(parts[part])
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return shown - Math.floor(moment / 1000) * 1000
}
