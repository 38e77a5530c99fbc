/** A tag of a published record as its owner wrote it; without a name: a part that is no tag. */
export interface Tag {
  name: string
  value: string
}

const LONGEST = 4_096
const MOST_TAGS = 100
/** Marks that editors put where straight quotes belong, and what cannot be seen. */
const CURLY_QUOTES = /[\u2018-\u201f\u00ab\u00bb]/g
const BLANKS = /[\u00a0\u2000-\u200a\u202f\u3000\t\r\n]/g
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** A quote as a web page writes it. */
const QUOTE_ENTITY = /&(?:quot|#34|#x22);/gi
/** What stands before the record in a line of a zone file: its name, its age, IN, TXT. */
const ZONE_LINE =
  /^ {0,9}(?:[_@*][\w.*-]{0,255} {1,9})?(?:[0-9]{1,9} {1,9})?(?:IN {1,9})?(?:TXT {1,9})?(\()? {0,9}(?=v {0,5}=)/i

/**
 * Reads a tag list as it was meant: without the quoting of zone files, with known tags in lower case and parted where the
 * semicolon between two of them is missing; `next` says what may be the name of the second. Undefined: it holds characters that no such record may have, or too much.
 */
export function readLoosely(
  published: string,
  known: readonly string[],
  next = '(?!mailto)[a-z][a-z0-9_-]{0,30}',
): Tag[] | undefined {
  if (published.length > LONGEST) return undefined
  const text = withoutQuoting(published)
  if (!/^[\x20-\x5b\x5d-\x7e]*$/.test(text)) return undefined
  const before = new RegExp(`[ ,]{1,20}(?=(?:${next}) {0,5}=)`, 'i')
  const beforeKnown = new RegExp(`[ ,]{1,20}(?=(?:${known.join('|')}) {0,5}=)`, 'i')
  const tags = text.split(';').flatMap((part) => {
    const { name } = tagOf(part.trim(), known)
    // What an unknown tag holds may be anything; what goes on with a list may have a tag behind it.
    const parts = known.includes(name) ? part.split(before) : name === '' ? part.split(beforeKnown) : [part]
    return parts.map((one) => tagOf(one.trim(), known))
  })
  const held = tags.filter(({ name, value }) => name !== '' || value !== '')
  return held.length <= MOST_TAGS ? held : undefined
}

/** Octets are read as UTF-8 where they are that. */
function withoutQuoting(published: string): string {
  const decoded = Buffer.from(published, 'latin1').toString('utf8')
  const text = decoded.includes('\ufffd') ? published : decoded
  const plain = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(QUOTE_ENTITY, '"')
    .replace(CURLY_QUOTES, '"')
    .replace(BLANKS, ' ')
    .replace(/" {0,20}"/g, '')
    .replace(/"|\\(?![A-Za-z0-9])/g, '')
  const [line, bracket] = ZONE_LINE.exec(plain) ?? ['']
  const record = plain.slice(line.length)
  return bracket ? record.replace(/ {0,9}\) {0,9}$/, '') : record
}

/** `p:none` in place of `p=none`. */
const COLON = /^([a-z]{1,8}) {0,5}:/i

function tagOf(part: string, known: readonly string[]): Tag {
  const [before, word = ''] = COLON.exec(part) ?? []
  if (before && known.includes(word.toLowerCase())) {
    return { name: word.toLowerCase(), value: part.slice(before.length).trim() }
  }
  const equals = part.indexOf('=')
  const name = part.slice(0, Math.max(equals, 0)).trim()
  if (!/^[A-Za-z][A-Za-z0-9_.-]{0,62}$/.test(name)) return { name: '', value: part }
  const lower = name.toLowerCase()
  return { name: known.includes(lower) ? lower : name, value: part.slice(equals + 1).trim() }
}

/** The tags as a record of this version, which comes first. */
export function writtenTags(version: string, tags: readonly Tag[]): string {
  const rest = tags.filter(({ name }) => name !== 'v').map(({ name, value }) => `${name}=${value}`)
  return [`v=${version}`, ...rest].join('; ')
}

/** Each tag once; undefined: two of a name differ. */
export function withoutRepeats(tags: readonly Tag[]): Tag[] | undefined {
  const values = new Map<string, string>()
  for (const { name, value } of tags) {
    if ((values.get(name) ?? value) !== value) return undefined
    values.set(name, value)
  }
  return [...values].map(([name, value]) => ({ name, value }))
}

const ADDRESS = /^[^\s:@,<>]{1,64}@[^\s:@,<>]{1,253}$/

const WEB = /^https?:\/\/\S/i
/** However a scheme is written, once or several times. */
const MAILTO = /(?:mailto {0,3}[:=] {0,3}(?:\/\/)?){1,5}/gi

/** The addresses of a list, each with its scheme where that can be told: `name@domain` is meant for mail. */
export function listedAddresses(value: string): string[] {
  const listed = value
    .replace(/[<>"]/g, ' ')
    .replace(MAILTO, 'mailto:')
    .split(/,|(?=mailto:)/i)
    .flatMap(partedByBlanks)
    .map((one) => one.replace(/^[= ]{1,5}|[= ]{1,5}$/g, ''))
    .filter((one) => one !== '' && !/^mailto:?$/i.test(one))
    .map((one) => (ADDRESS.test(one) ? `mailto:${one}` : one))
  return [...new Set(listed)]
}

/** Beside an address, a word that holds none belongs to no address. */
function partedByBlanks(text: string): string[] {
  const words = text.trim().split(/ +/)
  const isAddress = (word: string) => ADDRESS.test(word.replace(/^mailto:/i, ''))
  const isListed = (word: string) => word.includes('@') || WEB.test(word)
  const isList = words.some(isAddress) || words.filter((word) => WEB.test(word)).length > 1
  return isList ? words.filter(isListed) : [text]
}
