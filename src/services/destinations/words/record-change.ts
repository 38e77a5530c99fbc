import { type DiffValue, diffOf } from '../../../core/watching/record-diff.ts'
import { isGone, type WatchedRecord } from '../../../core/watching/records.ts'
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

/** What is called so in sentences. */
export const changedRecord = (record: WatchedRecord): string => NAMES[record]

const LONGEST_PART = 90
const MOST_PARTS = 6

/** SPF record gone. */
export function changeInShort(change: Facts): string {
  const record = change.text('record') ?? ''
  const [before, after] = [change.texts('before'), change.texts('after')]
  if (!isRecord(record)) return 'DNS changed'
  if (before.length === 0) return `New ${NAMES[record]}`
  return `${NAMES[record]} ${isGone(before, after) ? 'gone' : 'changed'}`
}

const isRecord = (name: string): name is WatchedRecord => Object.hasOwn(NAMES, name)

/** One change of a record in two or three sentences: what it is about, and the parts that went and came. */
export function changeInWords(change: Facts): string[] {
  const record = change.text('record') ?? ''
  const name = change.text('name', 253) ?? 'its name'
  const [before, after] = [change.texts('before'), change.texts('after')]
  if (!isRecord(record)) return [`A record at ${name} changed.`]
  const what = `${NAMES[record]} at ${name}`
  if (before.length === 0) return [`A new ${what}: ${quoted(after)}`]
  if (isGone(before, after)) return [`The ${what} is gone. It was: ${quoted(before)}`]
  const { removed, added } = diffOf(record, before, after)
  const [gone, come] = [removed.flatMap(partsThatDiffer), added.flatMap(partsThatDiffer)]
  // Parts in another order.
  if (gone.length + come.length === 0) return [`The ${what} is now: ${quoted(after)}`]
  return [
    `The ${what} changed.`,
    ...(gone.length > 0 ? [`Removed: ${quoted(gone)}`] : []),
    ...(come.length > 0 ? [`Added: ${quoted(come)}`] : []),
  ]
}

const partsThatDiffer = ({ value, parts, whole }: DiffValue): string[] =>
  whole ? [value] : parts.filter(({ differs }) => differs).map(({ text }) => text)

function quoted(parts: readonly string[]): string {
  const shown = parts.slice(0, MOST_PARTS).map((part) => plain(part, LONGEST_PART))
  const more = parts.length - shown.length
  return more > 0 ? `${shown.join(', ')}, and ${more} more` : shown.join(', ')
}
