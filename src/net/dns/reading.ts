import type { RecordData, RecordType } from '../ports.ts'
import { type DnsResponse, RCODE, type ResourceRecord, TYPE_CODES } from './message-format.ts'
import { LONGEST_CHAIN } from './name.ts'
import { negativeTtl, readData } from './record-data.ts'

interface ReadingFacts {
  ttl: number
  /** The CNAME targets followed in this response. */
  chain: string[]
}

/** What one response says about one name and type. */
export type Reading<T extends RecordType> =
  | ({ kind: 'records'; records: RecordData[T][] } & ReadingFacts)
  | ({ kind: 'nodata' } & ReadingFacts)
  | ({ kind: 'nxdomain'; zone?: string } & ReadingFacts)
  /** It stops at a CNAME whose target it says nothing of. */
  | ({ kind: 'continues'; at: string } & ReadingFacts)
  | { kind: 'endless' }

/** Reads a response with rcode NOERROR or NXDOMAIN, following CNAMEs within it. Throws MalformedMessage. */
export function readAnswer<T extends RecordType>(response: DnsResponse, name: string, type: T): Reading<T> {
  const chain: string[] = []
  let ttl = Number.POSITIVE_INFINITY
  let at = name
  while (true) {
    const found = recordsAt(response, at, type)
    if (found.length > 0 && response.rcode === RCODE.ok) {
      const records = found.map((record) => readData(record, type))
      return { kind: 'records', records, ttl: Math.min(ttl, ...found.map(ttlOf)), chain }
    }
    const alias = type === 'CNAME' ? undefined : recordsAt(response, at, 'CNAME')[0]
    if (!alias) return readAbsence(response, at, { ttl, chain })
    at = readData(alias, 'CNAME')
    if (at === name || chain.includes(at) || chain.length >= LONGEST_CHAIN) return { kind: 'endless' }
    chain.push(at)
    ttl = Math.min(ttl, ttlOf(alias))
  }
}

const NO_RECORDS: readonly ResourceRecord[] = []

function recordsAt(response: DnsResponse, owner: string, type: RecordType): readonly ResourceRecord[] {
  if (response.answers.length === 0) return NO_RECORDS
  return response.answers.filter((record) => record.type === TYPE_CODES[type] && record.owner === owner)
}

/** Nothing at this name: the rcode speaks of the last name of a chain (RFC 6604 3). */
function readAbsence<T extends RecordType>(
  response: DnsResponse,
  at: string,
  { ttl, chain }: ReadingFacts,
): Reading<T> {
  const soa = response.authorities.find(
    (record) => record.type === TYPE_CODES.SOA && isAtOrAbove(record.owner, at),
  )
  const absent = { ttl: Math.min(ttl, soa ? negativeTtl({ ...soa, ttl: ttlOf(soa) }) : 0), chain }
  if (response.rcode === RCODE.nxDomain) {
    return { kind: 'nxdomain', ...absent, ...(soa && { zone: soa.owner }) }
  }
  if (chain.length > 0 && !soa) return { kind: 'continues', at, ttl, chain }
  return { kind: 'nodata', ...absent }
}

function isAtOrAbove(zone: string, name: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`)
}

/** A TTL with the highest bit set counts as zero (RFC 2181 8). */
function ttlOf(record: ResourceRecord): number {
  return record.ttl >= 2 ** 31 ? 0 : record.ttl
}

/** A server that only points at others: it does not resolve for us, and the name may well have records. */
export function isReferral(response: DnsResponse): boolean {
  const has = (type: RecordType) => response.authorities.some((record) => record.type === TYPE_CODES[type])
  return (
    response.rcode === RCODE.ok &&
    response.answers.length === 0 &&
    !response.recursionAvailable &&
    has('NS') &&
    !has('SOA')
  )
}
