/** What stands between < and >, once it is taken for a tag. */
export interface Tag {
  /** Lower case, without a prefix. */
  name: string
  kind: 'open' | 'close' | 'empty'
}

const NAME = /^[A-Za-z_:\u0080-\uffff][\w:.\u0080-\uffff-]{0,127}$/
const LONGEST_REMEMBERED = 64
const SLOTS = 1024

interface Remembered {
  written: string
  tag: Tag | undefined
}

/** Of all documents: what is remembered depends on nothing but the text. */
const KNOWN: (Remembered | undefined)[] = new Array(SLOTS).fill(undefined)

/** Tells a tag from text that has a < in it, by what stands from here to there. Reports repeat some thirty tags: they are known again
 * without being taken out of the text, which would cost more than all else. */
export function tagAt(text: string, from: number, to: number): Tag | undefined {
  const length = to - from
  if (length > LONGEST_REMEMBERED) return tagOf(text.slice(from, to))
  const slot = slotOf(text, from, length)
  const same = KNOWN[slot]
  if (same?.written.length === length && text.startsWith(same.written, from)) return same.tag
  // A copy: a piece of a text keeps all of it in memory.
  const written = Buffer.from(text.slice(from, to)).toString()
  const tag = tagOf(written)
  KNOWN[slot] = { written, tag }
  return tag
}

/** By the length and five letters, which tell the tags of reports apart. */
function slotOf(text: string, from: number, length: number): number {
  let mixed = length
  mixed = mixed * 31 + text.charCodeAt(from)
  mixed = mixed * 31 + text.charCodeAt(from + 1)
  mixed = mixed * 31 + text.charCodeAt(from + (length >> 1))
  mixed = mixed * 31 + text.charCodeAt(from + length - 2)
  mixed = mixed * 31 + text.charCodeAt(from + length - 1)
  return mixed % SLOTS
}

function tagOf(written: string): Tag | undefined {
  const closes = written.startsWith('/')
  const empty = !closes && written.endsWith('/')
  const inner = closes ? written.slice(1) : empty ? written.slice(0, -1) : written
  const space = inner.search(/\s/)
  const name = space < 0 ? inner : inner.slice(0, space)
  if (!NAME.test(name)) return undefined
  // Attributes have an equals sign: words behind a name are text that somebody wrote in brackets.
  if (!closes && space >= 0 && !isAttributes(inner.slice(space))) return undefined
  const local = name.slice(name.lastIndexOf(':') + 1).toLowerCase()
  return { name: local, kind: closes ? 'close' : empty ? 'empty' : 'open' }
}

function isAttributes(text: string): boolean {
  return text.includes('=') || text.trim() === ''
}
