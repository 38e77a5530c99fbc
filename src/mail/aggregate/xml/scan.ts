import { asReferences } from './entities.ts'
import { type Tag, tagAt } from './tags.ts'

/** The document is refused as a whole. */
export class XmlRefused extends Error {
  override readonly name = 'XmlRefused'
  readonly reason:
    | 'doctype_refused'
    | 'malformed_xml'
    | 'nested_too_deep'
    | 'too_many_records'
    | 'not_a_report'

  constructor(reason: XmlRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** What is told of a document, piece by piece. Any of these may throw `XmlRefused`. */
export interface XmlEvents {
  /** What stands between the brackets is that from here to there. */
  tag(tag: Tag, source: string, from: number, to: number): void
  /** From here to there, its references undone by nobody; long texts come in several pieces. */
  text(source: string, from: number, to: number): void
  /** Something was not well formed, and read all the same. */
  recovered(): void
}

/** A tag that is longer is none. */
const LONGEST_TAG = 64 * 1024

/** Comments and instructions: no report has many. */
const MOST_ASIDES = 200_000

/** What is passed over until it ends: text of it is only wanted of CDATA. */
type Skipping = { end: string; isText: boolean }

const COMMENT: Skipping = { end: '-->', isText: false }
const CDATA: Skipping = { end: ']]>', isText: true }

/** Reads XML as reporters write it, in one pass that looks at no octet more than a few times: a < that begins no tag is text, tags that
 * are missing are for the events to see. Nothing of a DTD is read: it is refused. */
export function createScanner(events: XmlEvents): { write(text: string): void; end(): void } {
  return new Scanner(events)
}

class Scanner {
  readonly #events: XmlEvents
  #rest = ''
  #skipping: Skipping | undefined
  #asides = 0

  constructor(events: XmlEvents) {
    this.#events = events
  }

  write(text: string): void {
    this.#scan(this.#rest === '' ? text : this.#rest + text, false)
    if (this.#rest.length > LONGEST_TAG) throw new XmlRefused('malformed_xml', 'A tag does not end.')
  }

  end(): void {
    this.#scan(this.#rest, true)
    if (this.#skipping || this.#rest !== '') this.#events.recovered()
  }

  #scan(text: string, isLast: boolean): void {
    const cursor = new Cursor(text)
    let at = this.#skipping ? this.#skip(text, 0) : 0
    while (at < text.length && !this.#skipping) {
      const open = cursor.open(at)
      if (open > at) this.#events.text(text, at, open)
      const next = open < text.length ? this.#markup(text, open, cursor, isLast) : open
      at = next ?? open
      if (next === undefined) break
    }
    this.#rest = text.slice(at)
  }

  /** Behind what begins at a <; undefined: it does not end in this text. */
  #markup(text: string, at: number, cursor: Cursor, isLast: boolean): number | undefined {
    const second = text.charCodeAt(at + 1)
    if (second === EXCLAMATION) return this.#declaration(text, at, cursor, isLast)
    const close = cursor.close(at)
    const next = cursor.open(at + 1)
    if (close === text.length && next === text.length && !isLast) return undefined
    if (close > next || close === text.length) return this.#broken(text, at, next)
    if (second === QUESTION) return this.#aside(close + 1)
    const end = cursor.equals(at) < close ? quotedEnd(text, cursor.equals(at), next) : close
    if (end === undefined && next === text.length && !isLast) return undefined
    const tag = tagAt(text, at + 1, end ?? close)
    if (!tag) return this.#asText(text, at, at + 1)
    this.#events.tag(tag, text, at + 1, end ?? close)
    return (end ?? close) + 1
  }

  /** Another < comes before the >: either the > of a closing tag was forgotten, or the first one is text. */
  #broken(text: string, at: number, next: number): number {
    const closing = text.charCodeAt(at + 1) === SLASH && next - at < 200
    const tag = closing ? closingTag(text.slice(at + 1, next).trimEnd()) : undefined
    if (!tag) return this.#asText(text, at, at + 1)
    this.#events.recovered()
    this.#events.tag(tag, '', 0, 0)
    return next
  }

  #asText(text: string, from: number, to: number): number {
    this.#events.recovered()
    this.#events.text(text, from, to)
    return to
  }

  #declaration(text: string, at: number, cursor: Cursor, isLast: boolean): number | undefined {
    if (text.length - at < LONGEST_MARK && !isLast) return undefined
    if (text.startsWith('<!--', at)) return this.#aside(this.#begin(COMMENT, text, at + 4))
    if (text.startsWith('<![CDATA[', at)) return this.#begin(CDATA, text, at + 9)
    const word = text
      .slice(at + 2, at + LONGEST_MARK)
      .trimStart()
      .toLowerCase()
    if (word.startsWith('doctype')) throw refusedDoctype(text.slice(at, at + 100))
    if (word.startsWith('entity')) throw refusedDoctype('')
    const close = cursor.close(at)
    if (close === text.length && !isLast) return undefined
    this.#events.recovered()
    return Math.min(close + 1, text.length)
  }

  #aside(next: number): number {
    this.#asides += 1
    if (this.#asides > MOST_ASIDES) throw new XmlRefused('malformed_xml', 'It has far too many comments.')
    return next
  }

  #begin(skipping: Skipping, text: string, at: number): number {
    this.#skipping = skipping
    return this.#skip(text, at)
  }

  /** Passes over a comment or CDATA as far as it is there; what may be the beginning of its end is kept. */
  #skip(text: string, at: number): number {
    const { end, isText } = this.#skipping ?? COMMENT
    const found = text.indexOf(end, at)
    const upTo = found < 0 ? Math.max(at, text.length - end.length + 1) : found
    if (isText && upTo > at) {
      const literal = asReferences(text.slice(at, upTo))
      this.#events.text(literal, 0, literal.length)
    }
    if (found < 0) return upTo
    this.#skipping = undefined
    return found + end.length
  }
}

const closingTag = (written: string) => tagAt(written, 0, written.length)

const SLASH = 47
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39
const GREATER = 62
const EXCLAMATION = 33
const QUESTION = 63

/** `<!` and the longest word that is looked for behind it. */
const LONGEST_MARK = 12

function refusedDoctype(beginning: string): XmlRefused {
  // A page is no attack.
  return /^<!doctype\s+html/i.test(beginning)
    ? new XmlRefused('not_a_report', 'It is a web page.')
    : new XmlRefused('doctype_refused', 'It declares a DOCTYPE or an entity, which no report has.')
}

/** The next <, > and = of a text, each looked for once however often it is asked for. The text's length: there is none. */
class Cursor {
  readonly #text: string
  #open = -1
  #close = -1
  #equals = -1

  constructor(text: string) {
    this.#text = text
  }

  open(from: number): number {
    if (this.#open < from) this.#open = this.#find('<', from)
    return this.#open
  }

  close(from: number): number {
    if (this.#close < from) this.#close = this.#find('>', from)
    return this.#close
  }

  equals(from: number): number {
    if (this.#equals < from) this.#equals = this.#find('=', from)
    return this.#equals
  }

  #find(letter: string, from: number): number {
    const at = this.#text.indexOf(letter, from)
    return at < 0 ? this.#text.length : at
  }
}

/** The > that ends a tag, behind the first = in it: values may have one in quotes. No < stands before `next`. Undefined: a quote does
 * not end. */
function quotedEnd(text: string, equals: number, next: number): number | undefined {
  let quote = 0
  for (let i = equals; i < next; i += 1) {
    const code = text.charCodeAt(i)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code
    else if (code === GREATER) return i
  }
  return undefined
}
