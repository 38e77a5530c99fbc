const TYPED = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?$/
const MINUTE_MS = 60_000

/** The instant at which clocks of a zone show what a field of type datetime-local holds. Absent: it holds no time, or the zone is none. A time that clocks
 * skip is taken as many minutes later as they skip; of one that they show twice it is the first. */
export function instantIn(typed: string, zone: string): Date | undefined {
  const [, year, month, day, hour, minute] = (TYPED.exec(typed) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  const date = new Date(asUtc)
  // What no calendar has is another day.
  if (Number.isNaN(asUtc) || !date.toISOString().startsWith(typed.slice(0, 16))) return undefined
  const clock = clockOf(zone)
  if (!clock) return undefined
  const offsets = [-1, 1].map((side) => clock(asUtc + side * 24 * 60 * MINUTE_MS))
  const fits = offsets.map((offset) => asUtc - offset).filter((at) => at + clock(at) === asUtc)
  const skipped = asUtc - Math.min(...offsets)
  return new Date(fits.length > 0 ? Math.min(...fits) : skipped)
}

/** Whether there is a time zone of that name. */
export const isZone = (zone: string): boolean => clockOf(zone) !== undefined

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function clockOf(zone: string): ((at: number) => number) | undefined {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  } catch {
    return undefined
  }
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
    return shown - Math.floor(at / MINUTE_MS) * MINUTE_MS
  }
}
