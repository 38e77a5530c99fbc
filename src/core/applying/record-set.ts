import { type AppliedType, absoluteName, safeRecord } from './presentation.ts'

/** All records of one name and type, as they are published and as fixes leave them, without name and type (RFC 1035 5.1). */
export interface RecordSet {
  /** Without the trailing dot. */
  name: string
  type: AppliedType
  before: string[]
  after: string[]
  /** The zone that the name probably lies in: the domain that its organization registered. */
  zone?: string
  /** A record that stands is of several character-strings, of which only the number is known. */
  parted?: true
  /** What it is for, and on what condition, where that is told in comments. */
  note?: string
}

/** A record set that may be handed to a program, with what it changes. */
export interface AppliedSet extends RecordSet {
  /** The name, absolute and escaped. */
  owner: string
  removed: string[]
  added: string[]
}

const TYPES: ReadonlySet<string> = new Set<AppliedType>([
  'A',
  'AAAA',
  'MX',
  'TXT',
  'PTR',
  'CNAME',
  'CAA',
  'TLSA',
])

export const isAppliedType = (type: string): type is AppliedType => TYPES.has(type)

/** What can be applied of record sets, each name and type once; what cannot be written safely, changes nothing, or would
 * contradict what another does to the same records is left out. */
export function appliedSets(sets: readonly RecordSet[]): AppliedSet[] {
  const bySet = new Map<string, AppliedSet>()
  for (const one of sets.flatMap(safeSet)) {
    const key = `${one.owner.toLowerCase()} ${one.type}`
    const known = bySet.get(key)
    const both = known ? joined(known, one) : one
    if (both) bySet.set(key, both)
  }
  return [...bySet.values()].filter(({ removed, added }) => removed.length + added.length > 0)
}

function safeSet(set: RecordSet): AppliedSet[] {
  const owner = isAppliedType(set.type) ? absoluteName(set.name) : undefined
  const before = set.before.map((record) => safeRecord(set.type, record))
  const after = set.after.map((record) => safeRecord(set.type, record))
  if (owner === undefined || owner === '.' || !isWhole(before) || !isWhole(after)) return []
  return [withChanges(set, owner, [...new Set(before)], [...new Set(after)])]
}

const isWhole = (records: readonly (string | undefined)[]): records is string[] =>
  !records.includes(undefined)

function withChanges(set: RecordSet, owner: string, before: string[], after: string[]): AppliedSet {
  const removed = before.filter((record) => !after.includes(record))
  const added = after.filter((record) => !before.includes(record))
  return { ...set, owner, before, after, removed, added }
}

/** Two fixes of one record set; undefined: both put something else in the place of one record, or rest on another state. */
function joined(one: AppliedSet, other: AppliedSet): AppliedSet | undefined {
  const isSame =
    one.before.length === other.before.length && one.before.every((record) => other.before.includes(record))
  const collides = one.removed.some((record) => other.removed.includes(record))
  const repeats =
    one.added.length === other.added.length && one.added.every((record) => other.added.includes(record))
  if (!isSame || (collides && !repeats)) return undefined
  const removed = new Set([...one.removed, ...other.removed])
  const after = [...one.before.filter((record) => !removed.has(record)), ...one.added, ...other.added]
  const notes = [...new Set([one.note, other.note].filter((note) => note !== undefined))]
  const set = { ...one, ...(notes.length > 0 && { note: notes.join('\n') }) }
  return withChanges(set, one.owner, one.before, [...new Set(after)])
}

/** Record sets as lines of `name TYPE record`; a set without a record is a line of its name and type. */
export function setLines(sets: readonly RecordSet[], state: 'before' | 'after'): string {
  return sets
    .flatMap((set) => {
      const head = `${set.name} ${set.type}`
      return set[state].length === 0 ? [head] : set[state].map((record) => `${head} ${record}`)
    })
    .join('\n')
}

/** The same, read again. */
export function setsOfLines(before: string, after: string): RecordSet[] {
  const sets = new Map<string, RecordSet>()
  const read = (text: string, state: 'before' | 'after') => {
    for (const line of text.split('\n')) {
      const [, name = '', type = '', record] = /^(\S+) ([A-Z]+)(?: (.+))?$/.exec(line) ?? []
      if (!isAppliedType(type)) continue
      const set = sets.get(`${name} ${type}`) ?? { name, type, before: [], after: [] }
      if (record !== undefined) set[state].push(record)
      sets.set(`${name} ${type}`, set)
    }
  }
  read(before, 'before')
  read(after, 'after')
  return [...sets.values()].map((set) =>
    set.before.some(isParted(set.type)) ? { ...set, parted: true } : set,
  )
}

/** Of several character-strings. */
export const isParted = (type: AppliedType) => (record: string) => type === 'TXT' && /"[ \t]+"/.test(record)
