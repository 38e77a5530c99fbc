/** A piece of advice: words, an address to go to, or what is to be published or typed as it stands. */
export interface Piece {
  kind: 'words' | 'code' | 'link'
  text: string
  /** Code that stands on a line of its own, to be copied. */
  block?: boolean
  /** It was a line of the advice by itself. */
  whole?: true
  /** Where and as what a record is to be published: `_dmarc.example.org TXT`. */
  place?: string
}

interface Span {
  /** Where the piece with its quotes begins and ends. */
  from: number
  to: number
  piece: Piece
}

/** Each line is one thing to do: analyzers write a line per finding. A line that is only a record belongs to the one
 * before it. */
export function adviceLines(advice: string): Piece[][] {
  const lines: Piece[][] = []
  for (const line of advice.split('\n')) {
    const pieces = line.trim() === '' ? [] : piecesOf(line.trim())
    const before = lines.at(-1)
    if (before && pieces[0]?.whole) before.push(...pieces)
    else if (pieces.length > 0) lines.push(pieces)
  }
  return lines
}

const FINDERS = [wholeRecord, inBackticks, inQuotes, bareRecord, announcedField, webAddress]

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let rest = line
  while (rest !== '') {
    const text = rest
    const spans = FINDERS.map((find) => find(text)).filter((span) => span !== undefined)
    const first = spans.toSorted((a, b) => a.from - b.from)[0]
    if (!first) break
    if (first.from > 0) pieces.push({ kind: 'words', text: rest.slice(0, first.from) })
    const after = rest.slice(first.to)
    const long = first.piece.place !== undefined || isLong(first.piece.text)
    const block = first.piece.whole || (first.piece.kind === 'code' && long && endsSentence(after))
    pieces.push(...(block ? [{ ...first.piece, block }] : inSentence(first.piece)))
    rest = block ? after.replace(/^\.\s*/, '') : after
  }
  if (rest !== '') pieces.push({ kind: 'words', text: rest })
  return pieces
}

/** Amid a sentence the place is words again. */
function inSentence({ place, ...piece }: Piece): Piece[] {
  return place === undefined ? [piece] : [{ kind: 'words', text: `${place} ` }, piece]
}

function isLong(code: string): boolean {
  return code.length > 20 && code.includes(' ')
}

function endsSentence(after: string): boolean {
  return after === '' || after.startsWith('.')
}

function span(line: string, from: number, to: number, kind: 'code' | 'link', margin = 0): Span {
  return { from, to, piece: { kind, text: line.slice(from + margin, to - margin) } }
}

const WHOLE_RECORD =
  /^(\S{1,255} (?:A(?= [\d.]+$)|AAAA(?= [\da-f:.]+$)|(?:CNAME|PTR)(?= \S+$)|(?:CAA|MX|TLSA)(?= \d))) (\S.*)$/i

const WHOLE_FIELD = /^(?:[A-Z][A-Za-z]{0,20}-[A-Za-z-]{1,40}: \S|EHLO \S+$)/

/** A line that is nothing but a record, a header field or a command: `10.2.0.192.in-addr.arpa PTR mail.example.org`. */
function wholeRecord(line: string): Span | undefined {
  if (WHOLE_FIELD.test(line))
    return { from: 0, to: line.length, piece: { kind: 'code', text: line, whole: true } }
  const [, place, text] = WHOLE_RECORD.exec(line) ?? []
  if (!place?.includes('.') || text === undefined) return undefined
  return { from: 0, to: line.length, piece: { kind: 'code', text, place, whole: true } }
}

function inBackticks(line: string): Span | undefined {
  const from = line.indexOf('`')
  const to = from < 0 ? -1 : line.indexOf('`', from + 1)
  return to > from + 1 ? span(line, from, to + 1, 'code', 1) : undefined
}

/** Straight quotes hold a record or a header field, or else just words. A long TXT record is several quoted strings
 * in a row, which are published with their quotes. */
function inQuotes(line: string): Span | undefined {
  for (let from = line.indexOf('"'); from >= 0; ) {
    const first = line.indexOf('"', from + 1)
    if (first < 0) return undefined
    const last = endOfStrings(line, first)
    if (isLiteral(line.slice(from + 1, first))) {
      return withPlace(line, span(line, from, last + 1, 'code', last > first ? 0 : 1))
    }
    from = line.indexOf('"', last + 1)
  }
  return undefined
}

/** Takes `name TXT` into the piece that it stands before. */
function withPlace(line: string, found: Span): Span {
  if (!line.endsWith(' TXT ', found.from)) return found
  const from = line.lastIndexOf(' ', found.from - ' TXT '.length - 1) + 1
  const place = line.slice(from, found.from).trim()
  return place.includes('.') ? { ...found, from, piece: { ...found.piece, place } } : found
}

function endOfStrings(line: string, firstEnd: number): number {
  let end = firstEnd
  while (line.startsWith(' "', end + 1)) {
    const next = line.indexOf('"', end + 3)
    if (next < 0) break
    end = next
  }
  return end
}

const RECORD_TYPE = /(?:^| )(?:IN |TXT |PTR |MX |A |AAAA |CNAME |TLSA |CAA )\S/
const RECORD_START = /\bv=(?:spf1|dmarc1|dkim1|bimi1|tlsrptv1|stsv1)\b/i
const FIELD_START = /^[A-Z][A-Za-z]{0,20}(?:-[A-Z][A-Za-z]{0,20}){0,4}: \S/

function isLiteral(text: string): boolean {
  return RECORD_TYPE.test(text) || RECORD_START.test(text) || FIELD_START.test(text)
}

/** `… at example.org: v=spf1 ip4:192.0.2.1 -all`, as far as its terms go. */
function bareRecord(line: string): Span | undefined {
  const from = RECORD_START.exec(line)?.index
  if (from === undefined) return undefined
  let to = from
  for (const word of line.slice(from).split(' ')) {
    if (to > from && !isTerm(word)) break
    to += word.length + (to > from ? 1 : 0)
  }
  return span(line, from, withoutPunctuation(line, to), 'code')
}

const SHORT_TERMS = new Set(['a', 'mx', 'ptr', 'all'])

function isTerm(word: string): boolean {
  return /^[+\-~?]?[a-z0-9]{1,12}[:=/]\S/i.test(word) || /^[+\-~?]all\b/i.test(word) || SHORT_TERMS.has(word)
}

/** A header field at the end of a line, announced by a colon: `… this field: List-Unsubscribe-Post: …`. */
function announcedField(line: string): Span | undefined {
  for (let at = line.indexOf(': '); at >= 0; at = line.indexOf(': ', at + 2)) {
    const from = at + 2
    if (FIELD_START.test(line.slice(from, from + 120))) {
      return span(line, from, withoutPunctuation(line, line.length), 'code')
    }
  }
  return undefined
}

function webAddress(line: string): Span | undefined {
  // By itself it names the scheme, not a page.
  const from = line.search(/https:\/\/[^\s"<>.,;)]/)
  if (from < 0) return undefined
  const space = line.slice(from).search(/[\s"<>)]/)
  return span(line, from, withoutPunctuation(line, space < 0 ? line.length : from + space), 'link')
}

function withoutPunctuation(line: string, end: number): number {
  let last = end
  while (last > 0 && '.,;'.includes(line.charAt(last - 1))) last -= 1
  return last
}
