import { type Change, writtenChange } from '../core/fix.ts'

/** Something to publish, to set or to remove, as an advice writes it and as a page shows it. */
export interface Offered {
  /** As it stands in an advice. */
  written: string
  /** Where and as what a record is to be published: `_dmarc.example.org TXT`. */
  place?: string
  /** What is to be copied. */
  text: string
  /** What it takes the place of: what begins so. */
  instead?: string
  /** It takes something away: words, not to be copied. The field or name that it is about. */
  removes?: string
}

/** What a change offers, one entry for each record. */
export function offeredBy(change: Change): Offered[] {
  if (change.kind === 'smtp') {
    // TLS is told in the words of the advice: version and cipher are what the plan was tried with, not what to set.
    const { tls: _, ...rest } = change
    const written = writtenChange(rest)
    return written === '' ? [] : [{ written, text: written }]
  }
  const written = writtenChange(change)
  if (change.kind === 'header') {
    return [{ written, text: written, ...(change.value === undefined && { removes: change.name }) }]
  }
  const { name, type, records, replaces } = change
  if (records.length === 0) return [{ written, text: written, removes: name }]
  const place = `${name} ${type}`
  return records.map((record) => {
    const line = writtenChange({ ...change, records: [record] })
    const text = oneString(line.slice(place.length + 1))
    return { written: line, place, text, ...(replaces !== undefined && { instead: replaces }) }
  })
}

const TLS = writtenChange({ kind: 'smtp', tls: { version: '', cipher: '' } })
const REMOVED_FIELD = 'Remove the field '

/** What the `fix` of a report of an earlier version offers, a line each. */
export function offeredInLines(fix: string): Offered[] {
  const lines = fix.split('\n').filter((line) => line !== '' && line !== TLS)
  return lines.map((written) => {
    if (!written.startsWith('Remove ')) return { written, ...placed(written) }
    const isField = written.startsWith(REMOVED_FIELD)
    return { written, text: written, removes: isField ? written.slice(REMOVED_FIELD.length) : written }
  })
}

const RECORD_TYPES = new Set(['A', 'AAAA', 'MX', 'TXT', 'PTR', 'CNAME', 'CAA', 'TLSA'])

/** A record with its name and type parts into the place and what is published there; anything else stays as it is. */
export function placed(line: string): Pick<Offered, 'place' | 'text'> {
  const [name = '', type = '', ...words] = line.split(' ')
  const isRecord = name.includes('.') && RECORD_TYPES.has(type) && words.length > 0
  return isRecord ? { place: `${name} ${type}`, text: oneString(words.join(' ')) } : { text: line }
}

/** A TXT record of one string is published without its quotes in most panels. */
function oneString(record: string): string {
  return /^"[^"\\]*"$/.test(record) ? record.slice(1, -1) : record
}
