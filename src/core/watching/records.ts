/** A kind of DNS data that is watched. sts_policy is the policy file of MTA-STS, which its web host gives. */
export const WATCHED_RECORDS = [
  'spf',
  'dkim',
  'dmarc',
  'mta_sts',
  'sts_policy',
  'tls_rpt',
  'bimi',
  'mx',
] as const
export type WatchedRecord = (typeof WATCHED_RECORDS)[number]

/** Where something is watched: the kind and the full name, `_dmarc.example.org`. */
export interface RecordPlace {
  record: WatchedRecord
  name: string
}

/** What a look found at a place: texts of strangers, sorted, and `CNAME target` where the name is an alias; none: NXDOMAIN or NODATA. A place
 * that could not be asked is not in the list: that says nothing. */
export interface SeenRecords extends RecordPlace {
  values: readonly string[]
}

/** What a place said before and says now. */
export interface RecordChange extends RecordPlace {
  before: readonly string[]
  after: readonly string[]
  /** When the two looks were between which it changed. */
  lastSeenAt: Date
  at: Date
}

/** What a place has said, from one look to another. */
export interface RecordVersion extends RecordPlace {
  values: readonly string[]
  firstSeenAt: Date
  lastSeenAt: Date
  /** It is what the place says now. */
  current: boolean
}

/** Of one place: values, characters of each, and of all together. */
const MOST_VALUES = 50
const LONGEST_VALUE = 4_096
const MOST_CHARACTERS = 8_192

/** What is kept of what a place said: sorted, and bounded. */
export function keptValues(published: readonly string[]): string[] {
  const values = published
    .map((value) => value.slice(0, LONGEST_VALUE))
    .filter((value) => value.trim() !== '')
  const kept: string[] = []
  let left = MOST_CHARACTERS
  for (const value of values.toSorted()) {
    if (left <= 0 || kept.length === MOST_VALUES) break
    kept.push(value.slice(0, left))
    left -= value.length
  }
  return kept
}

const ALIAS = 'CNAME '

/** How a place tells that its name is an alias. */
export const aliasValue = (target: string): string => `${ALIAS}${target}`

/** Whether there was a record where there is none any more; an alias that leads nowhere is none. */
export function isGone(before: readonly string[], after: readonly string[]): boolean {
  return before.some(isRecord) && !after.some(isRecord)
}

const isRecord = (value: string) => !value.startsWith(ALIAS)

/** Whether both say the same: in whatever order, and with whatever blanks where these mean nothing. */
export function saysTheSame(
  record: WatchedRecord,
  before: readonly string[],
  after: readonly string[],
): boolean {
  if (before.length !== after.length) return false
  const [one, other] = [before, after].map((values) => values.map((value) => normalOf(record, value)).sort())
  return one?.every((value, at) => value === other?.[at]) ?? false
}

/** The tags, terms or lines of a value, without the blanks between them. */
export function partsOf(record: WatchedRecord, value: string): string[] {
  if (value.startsWith(ALIAS) || record === 'mx') return [value.trim()]
  if (record === 'spf') return value.split(/\s+/).filter(Boolean)
  const isFile = record === 'sts_policy'
  const parts = value.split(isFile ? /[\r\n]+/ : ';').map((part) => part.trim())
  return parts.filter(Boolean)
}

/** The same for all that mean the same. */
export function normalOf(record: WatchedRecord, value: string): string {
  return partsOf(record, value)
    .map((part) => normalPart(record, part))
    .join('\n')
}

function normalPart(record: WatchedRecord, part: string): string {
  const at = part.indexOf(record === 'sts_policy' ? ':' : '=')
  if (at < 0 || record === 'spf' || record === 'mx') return part
  const [name, value] = [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  // Base64 of a key may be folded (RFC 6376 3.2).
  return `${name}=${record === 'dkim' && name === 'p' ? value.replace(/\s+/g, '') : value}`
}
