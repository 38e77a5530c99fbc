import { decodeText } from './charset.ts'
import { decodeEncodedWords, decodeRaw } from './encoded-words.ts'
import { fromOctets, trimWhite } from './octets.ts'
import { inUtf8 } from './unlabelled.ts'

/** A header value of the form `value; name=value; …` (RFC 2045 5.1, RFC 2183 2, RFC 2231). */
export interface StructuredValue {
  /** Lower case, comments left out. */
  value: string
  /** Names lower case; the first of a name counts. Values decoded to Unicode. */
  parameters: Record<string, string>
  /** The boundary as octets, undecoded: it is compared with bytes. */
  boundary?: string
}

const MAX_PARAMETERS = 100

/** Reads such a value out of one character per octet; tolerates what mail readers tolerate. Raw 8-bit text in the name of a
 * file may be of the charsets. */
export function parseStructured(text: string, charsets: readonly string[] = []): StructuredValue {
  const [first = '', ...rest] = piecesOf(withoutComments(text))
  // A missing semicolon after the type: `text/html charset=utf-8`.
  const space = first.search(/[ \t]/)
  const value = space === -1 ? first : first.slice(0, space)
  const named = new Map<string, string>()
  for (const piece of space === -1 ? rest : [first.slice(space), ...rest]) {
    const equals = piece.indexOf('=')
    if (equals < 1) continue
    const name = trimWhite(piece.slice(0, equals)).toLowerCase()
    if (name !== '' && !named.has(name)) named.set(name, unquoted(trimWhite(piece.slice(equals + 1))))
  }
  const parameters = mergeContinuations(named, charsets)
  const boundary = named.get('boundary') ?? toOctets(parameters['boundary'])
  return {
    value: value.toLowerCase(),
    parameters,
    ...(boundary !== undefined && { boundary }),
  }
}

/** A boundary in the extended form of RFC 2231 was decoded on the way. */
function toOctets(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text).toString('latin1')
}

/** Splits at semicolons outside quotes. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  let at = 0
  while (at < text.length && pieces.length <= MAX_PARAMETERS) {
    if (text[at] === ';') {
      pieces.push(trimWhite(text.slice(start, at)))
      start = at + 1
    }
    at = text[at] === '"' ? quoteEnd(text, at) : at + 1
  }
  pieces.push(trimWhite(text.slice(start)))
  return pieces
}

/** Drops RFC 5322 3.2.2 comments outside quotes. */
export function withoutComments(text: string): string {
  if (!text.includes('(')) return text
  let kept = ''
  let start = 0
  let at = 0
  while (at < text.length) {
    const letter = text[at]
    const end = letter === '(' ? commentEnd(text, at) : letter === '"' ? quoteEnd(text, at) : at + 1
    // One is never closed: looking for the end of each further one would cost the square of their number.
    if (end === undefined) break
    if (letter === '(') {
      kept += text.slice(start, at)
      start = end
    }
    at = end
  }
  return kept + text.slice(start)
}

/** Behind the closing quote; a quote that is never closed runs to the end. */
export function quoteEnd(text: string, open: number): number {
  for (let i = open + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '"') return i + 1
  }
  return text.length
}

/** Behind the comment's closing parenthesis (comments nest); undefined: it is never closed. */
export function commentEnd(text: string, open: number): number | undefined {
  let depth = 0
  for (let i = open; i < text.length; i += 1) {
    const letter = text[i]
    if (letter === '\\') i += 1
    else if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    if (depth === 0) return i + 1
  }
  return undefined
}

/** The content of a quoted string, or the value as it is. */
function unquoted(value: string): string {
  if (!value.startsWith('"')) return value
  const end = quoteEnd(value, 0)
  const closed = value[end - 1] === '"' && end > 1
  return value.slice(1, closed ? end - 1 : end).replace(/\\(.)/gs, '$1')
}

interface Section {
  index: number
  extended: boolean
  text: string
}

/** RFC 2231: `name*0*=charset'language'%41…`, `name*1=…` become `name`. */
function mergeContinuations(
  named: ReadonlyMap<string, string>,
  charsets: readonly string[],
): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  const split = new Map<string, Section[]>()
  for (const [name, text] of named) {
    const match = /^([^*]+)\*(?:(\d{1,3})(\*)?)?$/.exec(name)
    if (!match) {
      parameters[name] = decodeValue(name, text, charsets)
      continue
    }
    const section = {
      index: Number(match[2] ?? 0),
      extended: match[2] === undefined || match[3] === '*',
      text,
    }
    const sections = split.get(match[1] ?? '')
    if (sections) sections.push(section)
    else split.set(match[1] ?? '', [section])
  }
  // RFC 6266 4.3 and practice: the extended form wins over the plain one.
  for (const [name, sections] of split) parameters[name] = joinSections(sections, charsets)
  return parameters
}

function joinSections(sections: readonly Section[], charsets: readonly string[]): string {
  const ordered = sections.toSorted((a, b) => a.index - b.index)
  const first = ordered[0]
  const tagged = first?.extended ? /^([^']{0,64})'[^']{0,64}'/.exec(first.text) : null
  const text = ordered
    .map((section, i) => {
      const body = i === 0 && tagged ? section.text.slice(tagged[0].length) : section.text
      return section.extended ? percentDecoded(body) : body
    })
    .join('')
  return tagged || ordered.some((section) => section.extended)
    ? decodeText(fromOctets(text), tagged?.[1] ?? '').text
    : decodeValue('filename', text, charsets)
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** RFC 2047 5 forbids encoded words in parameters; senders use them in file names all the same. */
function decodeValue(name: string, text: string, charsets: readonly string[]): string {
  return name === 'filename' || name === 'name'
    ? decodeEncodedWords(inUtf8(text, charsets)).text
    : decodeRaw(text)
}
