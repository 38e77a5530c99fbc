import { normaliseAddress } from '../ip.ts'
import { type Answer, DnsFailure, type RecordData, type RecordType, type Resolver } from '../ports.ts'
import { canonicalName, LONGEST_CHAIN } from './name.ts'

/** Records that somebody is about to publish, in presentation form without name and type (RFC 1035 5.1). */
export interface Publication {
  name: string
  type: 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR' | 'CNAME' | 'CAA' | 'TLSA'
  records: readonly string[]
  /** The records they take the place of: those that begin so (any case); absent: all of that name and type. */
  replaces?: string
}

const TTL = 300

/** What the DNS would answer with the records published one after the other; the rest is answered by `before`. */
export function published(before: Resolver, publications: readonly Publication[]): Resolver {
  const changes = publications.map((one) => ({ ...one, name: canonicalName(one.name) }))
  // A name exists when it, or one below it, holds a record (RFC 8020).
  const made = new Set(changes.flatMap(({ name, records }) => (records.length > 0 ? withParents(name) : [])))
  const at = (name: string, type: RecordType) =>
    changes.filter((change) => change.name === name && change.type === type)

  async function find<T extends RecordType>(name: string, type: T, chain: string[]): Promise<Answer<T>> {
    if (chain.length > LONGEST_CHAIN) throw new DnsFailure(name, type, 'servfail')
    const own = at(name, type)
    if (own.length > 0) {
      const records = own.reduce(lay, own[0]?.replaces === undefined ? [] : await standing(name, type))
      const facts = { ttl: TTL, ad: false, chain }
      return records.length > 0
        ? { kind: 'records', records: records as RecordData[T][], ...facts }
        : { kind: 'nodata', ...facts }
    }
    const alias = at(name, 'CNAME').at(-1)
    if (alias) return follow(name, type, chain, alias.records[0])
    return asBefore(name, type, chain)
  }

  function follow<T extends RecordType>(
    name: string,
    type: T,
    chain: string[],
    target: string | undefined,
  ): Promise<Answer<T>> | Answer<T> {
    if (target !== undefined) return find(canonicalName(target), type, [...chain, canonicalName(target)])
    return made.has(name)
      ? { kind: 'nodata', ttl: TTL, ad: false, chain }
      : { kind: 'nxdomain', ttl: TTL, ad: false, chain }
  }

  async function asBefore<T extends RecordType>(name: string, type: T, chain: string[]): Promise<Answer<T>> {
    const answer = await before.query(name, type)
    const changed = answer.chain.findIndex(
      (target) => at(target, type).length > 0 || at(target, 'CNAME').length > 0,
    )
    if (changed >= 0) {
      const way = answer.chain.slice(0, changed + 1)
      return find(way.at(-1) ?? name, type, [...chain, ...way])
    }
    const whole = { ...answer, chain: [...chain, ...answer.chain] }
    const last = answer.chain.at(-1) ?? name
    return answer.kind === 'nxdomain' && made.has(last) ? { ...whole, kind: 'nodata' } : whole
  }

  async function standing(name: string, type: RecordType): Promise<RecordData[RecordType][]> {
    const answer = await before.query(name, type)
    return answer.kind === 'records' ? answer.records : []
  }

  return { query: (name, type) => find(canonicalName(name), type, []) }
}

function lay(
  standing: RecordData[RecordType][],
  { type, records, replaces }: Publication,
): RecordData[RecordType][] {
  const begins = replaces?.toLowerCase()
  const kept =
    begins === undefined
      ? []
      : standing.filter((record) => !presented(type, record).toLowerCase().startsWith(begins))
  return [...kept, ...records.map((record) => read(type, record))]
}

/** A name and all names above it. */
export function withParents(name: string): string[] {
  const labels = name.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

function presented(type: Publication['type'], record: RecordData[RecordType]): string {
  if (typeof record === 'string') return record
  if ('text' in record) return record.text
  if ('exchange' in record) return `${record.preference} ${record.exchange}.`
  if ('tag' in record) return `${record.critical ? 128 : 0} ${record.tag} "${record.value}"`
  if ('usage' in record) {
    return `${record.usage} ${record.selector} ${record.matchingType} ${record.certificate}`
  }
  throw new TypeError(`No presentation form of ${type}`)
}

function read(type: Publication['type'], record: string): RecordData[RecordType] {
  const words = record.trim().split(/\s+/)
  const [first = '', second = '', third = ''] = words
  if (type === 'TXT') return readText(record)
  if (type === 'MX') return { preference: Number(first), exchange: canonicalName(second) }
  if (type === 'CAA') return { critical: Number(first) >= 128, tag: second, value: third.replaceAll('"', '') }
  if (type === 'TLSA') {
    const certificate = words.slice(3).join('').toLowerCase()
    return { usage: Number(first), selector: Number(second), matchingType: Number(third), certificate }
  }
  if (type === 'A' || type === 'AAAA') return normaliseAddress(first) ?? first
  return canonicalName(first)
}

/** Character-strings in quotation marks, or the whole text without any. */
function readText(record: string): { text: string; strings: number } {
  if (!record.startsWith('"')) return { text: record, strings: Math.max(1, Math.ceil(record.length / 255)) }
  const strings = [...record.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, inside = '']) =>
    inside.replace(/\\(\d{3}|[\s\S])/g, (_, escaped: string) =>
      escaped.length === 3 ? String.fromCharCode(Number(escaped) & 0xff) : escaped,
    ),
  )
  return { text: strings.join(''), strings: strings.length }
}
