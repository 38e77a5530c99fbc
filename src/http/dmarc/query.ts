import type { Parameter } from '../../services/api-description/document.ts'
import { type PageRequest, pageOf } from '../paging.ts'

/** Inclusive UTC days. */
export interface DmarcWindow {
  /** YYYY-MM-DD, ascending, at least one. */
  days: string[]
  /** Whether reports of the last day have had two days to arrive. */
  settled: boolean
}

/** What a DMARC route was asked for. */
export interface DmarcQuery {
  window: DmarcWindow
  page: PageRequest
  /** Parameters with a closed set of values, as far as they were given. */
  chosen: Record<string, string>
}

const BOOLEANS = ['true', 'false']
const DAY_MS = 86_400_000
const MOST_DAYS = 366
const DEFAULT_DAYS = 30

const invalid = (name: string, rule: string) => ({ flaw: `invalid parameter: ${name} ${rule}` })

/** Reads window, page and choices; a parameter of its own that breaks its rule is a flaw, which echoes no input. */
export function dmarcQuery(
  url: URL,
  parameters: readonly Parameter[],
  now: Date,
): DmarcQuery | { flaw: string } {
  const chosen: Record<string, string> = {}
  for (const { name, schema } of parameters) {
    const values = schema.type === 'boolean' ? BOOLEANS : schema.enum
    const value = url.searchParams.get(name)
    if (value === null || !values) continue
    if (!values.includes(value)) return invalid(name, `must be one of ${values.join(', ')}`)
    chosen[name] = value
  }
  const window = windowOf(url.searchParams, now)
  return 'flaw' in window ? window : { window, page: pageOf(url), chosen }
}

/** `days` back from today, or `from` and `to`. */
function windowOf(params: URLSearchParams, now: Date): DmarcWindow | { flaw: string } {
  const today = dayNumber(now.getTime())
  const given = params.get('days')
  if (given !== null) {
    if (params.has('from') || params.has('to')) return invalid('days', 'cannot be combined with from or to')
    const days = /^\d{1,3}$/.test(given) ? Number(given) : 0
    if (days < 1 || days > MOST_DAYS) {
      return invalid('days', `must be an integer between 1 and ${MOST_DAYS}`)
    }
    return windowBetween(today - days + 1, today, today)
  }
  const to = dayOf(params.get('to'), today)
  if (to === undefined) return invalid('to', NO_DATE)
  const from = dayOf(params.get('from'), to - DEFAULT_DAYS + 1)
  if (from === undefined) return invalid('from', NO_DATE)
  if (from > to) return invalid('from', 'must not be later than to')
  if (to - from >= MOST_DAYS) return invalid('from', `must begin a window of at most ${MOST_DAYS} days`)
  return windowBetween(from, to, today)
}

const NO_DATE = 'must be a date as YYYY-MM-DD, or an RFC 3339 time'

function windowBetween(from: number, to: number, today: number): DmarcWindow {
  const days = Array.from({ length: to - from + 1 }, (_, index) => dateOf(from + index))
  return { days, settled: to <= today - 2 }
}

const dayNumber = (milliseconds: number) => Math.floor(milliseconds / DAY_MS)
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** RFC 3339 5.6, years 1970 to 9998: one before and one after stay within four digits. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d))?$/

/** The UTC day of a date or time; the default when nothing is given. */
function dayOf(text: string | null, otherwise: number): number | undefined {
  if (text === null) return otherwise
  const date = DATE.exec(text)?.[1]
  const time =
    date === undefined ? Number.NaN : Date.parse(text.length === date.length ? date : text.toUpperCase())
  if (date === undefined || Number.isNaN(time) || !isCalendarDate(date)) return undefined
  const day = dayNumber(time)
  return day < 0 || day > LAST_DAY ? undefined : day
}

const LAST_DAY = dayNumber(Date.UTC(9998, 11, 31))

/** Date.parse takes February 30 for March 2. */
function isCalendarDate(date: string): boolean {
  const time = Date.parse(date)
  return !Number.isNaN(time) && dateOf(dayNumber(time)) === date
}
