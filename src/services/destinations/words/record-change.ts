import type { WatchedRecord } from '../../../core/watching/records.ts'
import type { Facts } from './facts.ts'
import { plain } from './plain.ts'

const NAMES: Readonly<Record<WatchedRecord, string>> = {
  spf: 'SPF record',
  dkim: 'DKIM key',
  dmarc: 'DMARC record',
  mta_sts: 'MTA-STS record',
  sts_policy: 'MTA-STS policy file',
  tls_rpt: 'TLS-RPT record',
  bimi: 'BIMI record',
  mx: 'MX record',
}
/** What the parts of a record are between; a place may hold several values, which are parts themselves. */
const BETWEEN: Partial<Record<WatchedRecord, RegExp>> = {
  spf: /\s+/,
  dkim: /\s*;\s*/,
  dmarc: /\s*;\s*/,
  mta_sts: /\s*;\s*/,
  sts_policy: /\s*\n\s*/,
  tls_rpt: /\s*;\s*/,
  bimi: /\s*;\s*/,
}
/** What is called so in sentences. */
export const changedRecord = (record: WatchedRecord): string => NAMES[record]

const LONGEST_PART = 90
const MOST_PARTS = 6

/** One change of a record in two or three sentences: what it is about, and the parts that went and came. */
export function changeInWords(change: Facts): string[] {
  const record = change.text('record') ?? ''
  const isKnown = (name: string): name is WatchedRecord => Object.hasOwn(NAMES, name)
  const what = isKnown(record) ? NAMES[record] : 'record'
  const name = change.text('name', 253) ?? 'its name'
  const [before, after] = [change.texts('before'), change.texts('after')]
  if (before.length === 0) return [`A new ${what} at ${name}: ${quoted(after)}`]
  if (after.length === 0) return [`The ${what} at ${name} is gone. It was: ${quoted(before)}`]
  const between = isKnown(record) && before.length === 1 && after.length === 1 ? BETWEEN[record] : undefined
  const [were, are] = [partsOf(before, between), partsOf(after, between)]
  const gone = were.filter((part) => !are.includes(part))
  const come = are.filter((part) => !were.includes(part))
  // Other blanks, or another order.
  if (gone.length + come.length === 0) return [`The ${what} at ${name} is now: ${quoted(after)}`]
  const said = [
    ...(gone.length > 0 ? [`Removed: ${quoted(gone)}`] : []),
    ...(come.length > 0 ? [`Added: ${quoted(come)}`] : []),
  ]
  return [`The ${what} at ${name} changed.`, ...said]
}

const partsOf = (values: readonly string[], between: RegExp | undefined): string[] =>
  values.flatMap((value) => (between ? value.split(between) : [value])).filter((part) => part !== '')

function quoted(parts: readonly string[]): string {
  const shown = parts.slice(0, MOST_PARTS).map((part) => plain(part, LONGEST_PART))
  const more = parts.length - shown.length
  return more > 0 ? `${shown.join(', ')}, and ${more} more` : shown.join(', ')
}
