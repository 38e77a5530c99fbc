/** What stands between < and >, once it is taken for a tag. */
export interface Tag {
  /** Lower case, without a prefix. */
  name: string
  kind: 'open' | 'close' | 'empty'
}

const NAME = /^[A-Za-z_:\u0080-\uffff][\w:.\u0080-\uffff-]{0,127}$/
const MOST_REMEMBERED = 2_000
const LONGEST_REMEMBERED = 64

/** Tells tags from text that has a < in it. A report repeats some thirty tags; each is looked at once. */
export function createTags(): (written: string) => Tag | undefined {
  const known = new Map<string, Tag | undefined>()
  return (written) => {
    const same = known.get(written)
    if (same || known.has(written)) return same
    const tag = tagOf(written)
    if (known.size < MOST_REMEMBERED && written.length <= LONGEST_REMEMBERED) known.set(written, tag)
    return tag
  }
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
