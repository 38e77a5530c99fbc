import { normaliseAddress, normaliseIpv6 } from '../ip.ts'
import {
  type Answer,
  type CaaRecord,
  DnsFailure,
  type DnsFailureReason,
  type RecordData,
  type RecordType,
  type Resolver,
  type SoaRecord,
  type TlsaRecord,
  type TxtRecord,
} from '../ports.ts'
import { askableName, badName, canonicalName, LONGEST_CHAIN } from './name.ts'

/** The records of one name as they are written in a zone literal. Plain data. */
export interface ZoneRecords {
  A?: readonly string[]
  AAAA?: readonly string[]
  MX?: readonly (readonly [preference: number, exchange: string])[]
  /** A text is one record (one character per octet); a list is one record published as several character-strings. */
  TXT?: readonly (string | readonly string[])[]
  PTR?: readonly string[]
  CNAME?: readonly string[]
  NS?: readonly string[]
  SOA?: readonly SoaRecord[]
  TLSA?: readonly TlsaRecord[]
  CAA?: readonly CaaRecord[]
}

/** Name to records. `*.name` is a wildcard (RFC 4592). */
export type ZoneLiteral = Readonly<Record<string, ZoneRecords>>

/** Questions that fail, as 'TYPE name' ('* name' for every type): a list fails with `servfail`. */
export type ZoneFailures = readonly string[] | Readonly<Record<string, DnsFailureReason>>

export interface ZoneOptions {
  fail?: ZoneFailures
}

type Records = { readonly [T in RecordType]: readonly RecordData[T][] | undefined }

const TTL = 300
const NONE = readRecords({})

/** Answers from a zone literal alone: every other name is NXDOMAIN. */
export function zoneResolver(zone: ZoneLiteral, { fail = [] }: ZoneOptions = {}): Resolver {
  const names = new Map<string, Records>()
  for (const [name, records] of Object.entries(zone)) names.set(canonicalName(name), readRecords(records))
  const existing = new Set([...names.keys()].flatMap(withParents))
  const failures = readFailures(fail)

  function failIfTold(name: string, type: RecordType): void {
    const reason = failures.get(`${type} ${name}`) ?? failures.get(`* ${name}`)
    if (reason) throw new DnsFailure(name, type, reason)
  }

  function recordsAt(name: string): Records | undefined {
    if (existing.has(name)) return names.get(name) ?? NONE
    return names.get(`*.${closestEncloser(name, existing)}`)
  }

  function find<T extends RecordType>(name: string, type: T, chain: string[]): Answer<T> {
    failIfTold(name, type)
    const facts = { ttl: TTL, ad: false, chain }
    const found = recordsAt(name)
    if (!found) {
      const zoneAbove = withParents(name).find((parent) => names.get(parent)?.SOA)
      return { kind: 'nxdomain', ...facts, ...(zoneAbove !== undefined && { zone: zoneAbove }) }
    }
    const records = ofType(found, type)
    if (records && records.length > 0) return { kind: 'records', records: [...records], ...facts }
    const target = found.CNAME?.[0]
    if (target === undefined) return { kind: 'nodata', ...facts }
    // What a resolver says of a chain that does not end.
    if (chain.length >= LONGEST_CHAIN) throw new DnsFailure(name, type, 'servfail')
    return find(target, type, [...chain, target])
  }

  return {
    async query(name, type) {
      const asked = askableName(name)
      if (asked === undefined) throw badName(name, type)
      return find(asked, type, [])
    },
  }
}

/** Names that `owns` claims are answered by the zone alone, all others by the rest. */
export function overlay(zone: Resolver, rest: Resolver, owns: (name: string) => boolean): Resolver {
  return {
    query: (name, type) => (owns(canonicalName(name)) ? zone : rest).query(name, type),
  }
}

function readFailures(fail: ZoneFailures): Map<string, DnsFailureReason> {
  const isList = (given: ZoneFailures): given is readonly string[] => Array.isArray(given)
  const pairs: (readonly [string, DnsFailureReason])[] = isList(fail)
    ? fail.map((question) => [question, 'servfail'] as const)
    : Object.entries(fail)
  return new Map(
    pairs.map(([question, reason]) => {
      const [type = '', name = ''] = question.split(' ')
      return [`${type} ${canonicalName(name)}`, reason]
    }),
  )
}

/** A name and all names above it: with something below, a name exists (RFC 8020). */
function withParents(name: string): string[] {
  const labels = name.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

function closestEncloser(name: string, existing: ReadonlySet<string>): string {
  return withParents(name).find((parent) => existing.has(parent)) ?? ''
}

function ofType<T extends RecordType>(records: Records, type: T): readonly RecordData[T][] | undefined {
  return records[type]
}

function readRecords(zone: ZoneRecords): Records {
  return {
    A: zone.A?.map((address) => normaliseAddress(address) ?? address),
    AAAA: zone.AAAA?.map((address) => normaliseIpv6(address) ?? address),
    MX: zone.MX?.map(([preference, exchange]) => ({ preference, exchange: canonicalName(exchange) })),
    TXT: zone.TXT?.map(readText),
    PTR: zone.PTR?.map(canonicalName),
    CNAME: zone.CNAME?.map(canonicalName),
    NS: zone.NS?.map(canonicalName),
    SOA: zone.SOA,
    TLSA: zone.TLSA,
    CAA: zone.CAA,
  }
}

function readText(record: string | readonly string[]): TxtRecord {
  if (typeof record !== 'string') return { text: record.map(octets).join(''), strings: record.length }
  const text = octets(record)
  return { text, strings: Math.max(1, Math.ceil(text.length / 255)) }
}

/** One character per octet; text that is not is read as UTF-8. */
function octets(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0xff) return Buffer.from(text, 'utf8').toString('latin1')
  }
  return text
}
