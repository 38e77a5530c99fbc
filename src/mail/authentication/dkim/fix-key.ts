import { readLoosely, type Tag, writtenTags } from '../../fixing/tag-list.ts'
import { type DkimKeyCode, readKeyRecord } from './key-record.ts'

/** Faults whose right record can be told from the record itself: the key in it stays as it is. */
const FIXABLE: ReadonlySet<DkimKeyCode> = new Set<DkimKeyCode>([
  'dkim-key-quotes',
  'dkim-key-version',
  'dkim-key-syntax',
  'dkim-key-type',
  'dkim-key-unreadable',
  'dkim-key-testing',
  'dkim-key-hash',
  'dkim-key-service',
])

/** The record would be another one without this fault. */
export function isFixable(code: DkimKeyCode): boolean {
  return FIXABLE.has(code)
}

/** Longer ones are no key that anybody publishes. */
const LONGEST = 4_096
/** n= is not among them: its words may look like any tag, as a key in several pieces may. */
const KNOWN = ['v', 'k', 'h', 's', 't', 'p', 'g']

/** A key record without those of its faults that can be fixed; undefined: none of them, or others make it useless. */
export function fixedKey(name: string, published: string): string | undefined {
  const { problems } = readKeyRecord(name, published)
  if (published.length > LONGEST || !problems.some(({ code }) => isFixable(code))) return undefined
  const tags = tagsOnce(readLoosely(published, KNOWN, KNOWN.join('|')) ?? [])
  if (!tags) return undefined
  const kept = tags.flatMap(fixedTag)
  const type = typeOf(kept)
  const isNamed = kept.some((tag) => tag.name === 'k')
  const typed = kept.map((tag) => (tag.name === 'k' && type ? { ...tag, value: type } : tag))
  const text = writtenTags(
    'DKIM1',
    isNamed || type !== 'ed25519' ? typed : [{ name: 'k', value: type }, ...typed],
  )
  return readKeyRecord(name, text).usable ? text : undefined
}

/** Each tag once; undefined: two of a name differ, or a part may belong to the key. */
function tagsOnce(parts: readonly Tag[]): Tag[] | undefined {
  const tags: Tag[] = []
  for (const part of parts) {
    const before = tags.find(({ name }) => name === part.name)
    if (part.name === '' ? /[A-Za-z0-9+/=]{12}/.test(part.value) : before && before.value !== part.value)
      return undefined
    if (isOpen(part)) return undefined
    if (part.name !== '' && !before) tags.push(part)
  }
  return tags
}

/** A version that may be another one, or a type that holds a further tag which no semicolon parts from it. */
function isOpen({ name, value }: Tag): boolean {
  if (name === 'v') return !/^\W{0,3}dkim\W?v?1?\W{0,3}$/i.test(value)
  return name === 'k' && value.includes('=')
}

/** RFC 6376 3.6.1: what h= and s= leave out is added, and t=y goes; all else stays. */
function fixedTag(tag: Tag): Tag[] {
  const values = tag.value.split(':').map((value) => value.trim().toLowerCase())
  if (tag.name === 'h') return values.includes('sha256') ? [tag] : [withValue(tag, 'sha256')]
  if (tag.name === 's')
    return values.includes('email') || values.includes('*') ? [tag] : [withValue(tag, 'email')]
  if (tag.name !== 't') return [tag]
  const flags = tag.value.split(':').map((flag) => flag.trim())
  const kept = flags.filter((flag) => flag.toLowerCase() !== 'y' && flag !== '')
  return kept.length > 0 ? [{ name: 't', value: kept.join(':') }] : []
}

function withValue({ name, value }: Tag, more: string): Tag {
  return { name, value: [...value.split(':').map((one) => one.trim()), more].filter(Boolean).join(':') }
}

/** The type that the key itself shows, where k= says another (RFC 8463 4: 32 octets without a wrapper). */
function typeOf(tags: readonly Tag[]): 'rsa' | 'ed25519' | undefined {
  const of = (name: string) => tags.find((tag) => tag.name === name)?.value
  const stated = (of('k') ?? 'rsa').toLowerCase()
  const key = Buffer.from((of('p') ?? '').replace(/\s/g, ''), 'base64')
  // A sequence of DER that was cut to 32 octets is no Ed25519 key.
  const isCut = key[0] === 0x30 && (key[1] ?? 0) > 30
  if (stated !== 'ed25519' && key.length === 32 && !isCut) return 'ed25519'
  // Whether it is an RSA key shows when the record is read.
  return stated === 'rsa' || (stated === 'ed25519' && key.length === 32) ? undefined : 'rsa'
}
