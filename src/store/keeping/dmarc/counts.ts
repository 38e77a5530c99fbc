import { OVERRIDES } from '../../../core/aggregate/report.ts'
import { BROKEN, DISPOSITION, DKIM, FORWARDED, LISTED, OVERRIDE, RAW_DKIM, RAW_SPF, SPF } from './bits.ts'

/** Counts of messages in the order of their columns. Sums of one write stay far below 2^53; those of many are made by SQLite, which has
 * 64 bits. */

/** Of each source and reporter. */
export const SOURCE_COUNTS = [
  'messages',
  'pass',
  'dkim',
  'spf',
  'raw_dkim',
  'raw_spf',
  'passed',
  'quarantine',
  'reject',
  'forwarded',
  'unaligned',
  'listed',
  'broken',
] as const

/** The last ones of them are 0 of most sources; and those of this version. */
export const [SELDOM, ADDED] = [6, 2] as const

/** Of a slice. */
export const SLICE_COUNTS = [
  'messages',
  'pass',
  'dkim',
  'spf',
  'none',
  'passed',
  'quarantine',
  'reject',
] as const

/** Of a day. */
export const DAY_COUNTS = [
  'messages',
  'pass',
  'dkim',
  'spf',
  'raw_dkim',
  'raw_spf',
  'none',
  'passed',
  'quarantine',
  'reject',
  ...OVERRIDES,
] as const

/** A row of dmarc_records, but for the domain, day and report. */
export interface RecordRow {
  seq: number
  ip: number
  messages: number
  bits: number
  headerFrom: number
  envelopeFrom: number | null
  envelopeTo: number | null
  results: number
}

export const noCounts = (): number[] => SOURCE_COUNTS.map(() => 0)

/** Adds a record to counts in the order of SOURCE_COUNTS, which begin at a place; or takes it from them. */
export function addRecord(
  counts: number[],
  { bits, messages }: Pick<RecordRow, 'bits' | 'messages'>,
  from = 0,
  sign: 1 | -1 = 1,
): void {
  const by = sign * messages
  const disposition = (bits >> DISPOSITION) & 3
  increase(counts, from, by)
  if (bits & DKIM) increase(counts, from + 2, by)
  if (bits & SPF) increase(counts, from + 3, by)
  if (bits & RAW_DKIM) increase(counts, from + 4, by)
  if (bits & RAW_SPF) increase(counts, from + 5, by)
  // pass, quarantine and reject, in the order of DISPOSITIONS; none is the rest.
  if (disposition > 0) increase(counts, from + 5 + disposition, by)
  if (bits & (DKIM | SPF)) {
    increase(counts, from + 1, by)
    return
  }
  if (bits & FORWARDED) increase(counts, from + 9, by)
  if (bits & (RAW_DKIM | RAW_SPF)) increase(counts, from + 10, by)
  if (bits & LISTED) increase(counts, from + 11, by)
  if (bits & BROKEN) increase(counts, from + 12, by)
}

function increase(counts: number[], at: number, by: number): void {
  counts[at] = (counts[at] ?? 0) + by
}

/** Messages for which each reason was given. */
export function overridesOf(rows: readonly Pick<RecordRow, 'bits' | 'messages'>[]): number[] {
  const counts = OVERRIDES.map(() => 0)
  for (const { bits, messages } of rows) {
    for (let at = 0, left = bits >> OVERRIDE; at < counts.length; at += 1, left >>= 1) {
      if (left & 1) counts[at] = (counts[at] ?? 0) + messages
    }
  }
  return counts
}

/** Counts of a slice or a day, by column, of those of a source. */
export function named(counts: readonly number[]) {
  const [messages = 0, pass = 0, dkim = 0, spf = 0, rawDkim = 0, rawSpf = 0, passed = 0, quarantine = 0] =
    counts
  const reject = counts[8] ?? 0
  const none = messages - passed - quarantine - reject
  return {
    slice: [messages, pass, dkim, spf, none, passed, quarantine, reject],
    day: [messages, pass, dkim, spf, rawDkim, rawSpf, none, passed, quarantine, reject],
  }
}
