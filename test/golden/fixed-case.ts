import type { Change } from '../../src/core/fix.ts'
import type { ZoneLiteral, ZoneRecords } from '../../src/net/dns/zone.ts'
import type { Case } from './corpus-case.ts'

/** The case after its sender did what the plan says: records are published, fields set before it is signed. */
export function fixedCase(given: Case, changes: readonly Change[]): Case {
  return changes.reduce(apply, given)
}

function apply(given: Case, change: Change): Case {
  if (change.kind === 'smtp') {
    const { tls, helo } = change
    return { ...given, envelope: { ...given.envelope, ...(tls && { tls }), ...(helo && { helo }) } }
  }
  if (change.kind === 'header') return { ...given, unsigned: withField(given.unsigned, change) }
  return { ...given, zone: withRecords(given.zone, change) }
}

function withField(raw: Buffer, { name, value }: Extract<Change, { kind: 'header' }>): Buffer {
  const text = raw.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const fields = text.slice(0, end).split(/\r\n(?![ \t])/)
  const others = fields.filter((field) => !field.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  const written =
    value === undefined ? others : [...others, `${name}: ${Buffer.from(value).toString('latin1')}`]
  return Buffer.from(written.join('\r\n') + text.slice(end), 'latin1')
}

function withRecords(zone: ZoneLiteral, change: Extract<Change, { kind: 'dns' }>): ZoneLiteral {
  const name = change.name.toLowerCase().replace(/\.$/, '')
  const old: ZoneRecords = zone[name] ?? {}
  const records = (old as Record<string, readonly unknown[]>)[change.type] ?? []
  const begins = change.replaces?.toLowerCase()
  const kept = records.filter((one) => begins !== undefined && !String(one).toLowerCase().startsWith(begins))
  const made = change.records.map(unquoted)
  return {
    ...zone,
    [name]: { ...old, [change.type]: [...kept, ...(change.type === 'MX' ? made.map(readMx) : made)] },
  }
}

/** Character-strings of a zone file as they are joined by who reads them. */
function unquoted(record: string): string {
  if (!record.startsWith('"')) return record
  return [...record.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => text.replace(/\\(.)/g, '$1'))
    .join('')
}

function readMx(record: string): [number, string] {
  const [preference, exchange = ''] = record.split(' ')
  return [Number(preference), exchange.replace(/\.$/, '')]
}
