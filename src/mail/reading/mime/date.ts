import { withoutComments } from './structured.ts'

/** Against which rule of RFC 5322 3.3 a date is written. */
export type DateFault =
  /** It is no date at all, or one in another format. */
  | 'unreadable'
  /** 31 February, 25 o'clock. */
  | 'impossible'
  | 'no-zone'
  | 'wrong-weekday'
  /** Allowed to read and not to write (RFC 5322 4.3). */
  | 'obsolete-year'
  | 'obsolete-zone'

export interface ReadDate {
  /** Absent: it cannot be told. */
  at?: Date
  faults: DateFault[]
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hours east of UTC. RFC 5322 4.3; every other name counts as UTC of unknown place. */
const ZONES: Readonly<Record<string, number>> = {
  ut: 0, utc: 0, gmt: 0, z: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7,
} // biome-ignore format: a table of twelve numbers

const FORM =
  /^(?:([a-z]{3}) ?,? ?)?(\d{1,2}) ([a-z]{3}) (\d{2,4}) (\d{1,2}) ?: ?(\d{2})(?: ?: ?(\d{2}))?(?: ?([+-]\d{4}|[a-z]{1,5}))?$/

/** Reads a Date value (RFC 5322 3.3 and 4.3). */
export function readDate(value: string): ReadDate {
  const text = withoutComments(value.slice(0, 500)).replace(/\s+/g, ' ').trim().toLowerCase()
  const match = FORM.exec(text)
  const month = MONTHS.indexOf(match?.[3] ?? '')
  if (!match || month === -1) return { faults: ['unreadable'] }
  const [, weekday, day, , yearText = '', hour, minute, second = '0', zone] = match
  const faults: DateFault[] = []
  if (yearText.length < 4) faults.push('obsolete-year')
  if (zone === undefined) faults.push('no-zone')
  else if (/^[a-z]/.test(zone)) faults.push('obsolete-zone')
  const year = fullYear(yearText)
  const clock = { hour: Number(hour), minute: Number(minute), second: Number(second) }
  const offset = offsetOf(zone)
  const midnight = new Date(Date.UTC(year, month, Number(day)))
  const exists = midnight.getUTCDate() === Number(day) && year >= 1900
  if (!exists || clock.hour > 23 || clock.minute > 59 || clock.second > 60 || offset === undefined) {
    return { faults: [...faults, 'impossible'] }
  }
  if (weekday !== undefined && DAYS[midnight.getUTCDay()] !== weekday) faults.push('wrong-weekday')
  const seconds = clock.hour * 3_600 + (clock.minute - offset) * 60 + clock.second
  return { at: new Date(midnight.getTime() + seconds * 1_000), faults }
}

/** RFC 5322 4.3: two digits up to 49 are of this century, other two and three digits count from 1900. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length >= 4) return year
  return text.length === 2 && year < 50 ? 2_000 + year : 1_900 + year
}

/** Minutes east of UTC; undefined: there is no such offset. */
function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0
  if (!/^[+-]/.test(zone)) return (ZONES[zone] ?? 0) * 60
  const minutes = Number(zone.slice(3))
  if (minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + minutes)
}
