import { readKeyRecord } from './key-record.ts'

/** Faults whose right record can be told from the record itself: the key in it stays as it is. */
const MENDABLE: ReadonlySet<string> = new Set([
  'dkim-key-quotes',
  'dkim-key-version',
  'dkim-key-testing',
  'dkim-key-hash',
  'dkim-key-service',
])

/** The record would be another one without this fault. */
export function isMendable(code: string): boolean {
  return MENDABLE.has(code)
}

/** Longer ones are no key that anybody publishes. */
const LONGEST = 4_096

/** A key record without those of its faults that can be mended; undefined: none of them, or others make it useless. */
export function mendedKey(name: string, published: string): string | undefined {
  const { problems } = readKeyRecord(name, published)
  if (published.length > LONGEST || !problems.some(({ code }) => isMendable(code))) return undefined
  const kept = published
    .replaceAll(/["\\]/g, '')
    .split(';')
    .map((tag) => tag.trim())
    .flatMap(mendedTag)
  const text = ['v=DKIM1', ...kept].join('; ')
  return readKeyRecord(name, text).usable ? text : undefined
}

/** RFC 6376 3.6.1: v= comes first, and what h=, s= and t= narrow down goes. */
function mendedTag(tag: string): string[] {
  const equals = tag.indexOf('=')
  const name = tag.slice(0, Math.max(equals, 0)).trim()
  const values = tag
    .slice(equals + 1)
    .split(':')
    .map((value) => value.trim())
  if (tag === '' || name.toLowerCase() === 'v') return []
  if (name === 'h') return values.includes('sha256') ? [tag] : []
  if (name === 's') return values.includes('email') || values.includes('*') ? [tag] : []
  if (name !== 't') return [tag]
  const flags = values.filter((flag) => flag.toLowerCase() !== 'y' && flag !== '')
  return flags.length > 0 ? [`t=${flags.join(':')}`] : []
}
