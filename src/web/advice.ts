/** A piece of advice: words, or what is to be published or typed as it stands. */
export interface Piece {
  kind: 'words' | 'code'
  text: string
}

const RECORD_STARTS = ['v=spf1', 'v=dmarc1', 'v=dkim1', 'v=bimi1', 'v=tlsrptv1', 'v=stsv1']
const RECORD_WORDS = new Set(['a', 'mx', 'ptr', 'all', 'IN', 'TXT'])

/** Each line is one thing to do. Analyzers write a line per finding. */
export function adviceLines(advice: string): Piece[][] {
  return advice
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(piecesOf)
}

/** Long enough to be copied rather than read: stands on a line of its own. */
export function isRecord(piece: Piece): boolean {
  return piece.kind === 'code' && piece.text.length > 24 && piece.text.includes(' ')
}

function piecesOf(line: string): Piece[] {
  const quoted = line.split('`')
  // An odd number of backticks is no pair: the line is read as plain words.
  if (quoted.length > 1 && quoted.length % 2 === 1) {
    return quoted.map((text, index) => piece(index % 2 === 1 ? 'code' : 'words', text)).filter(hasText)
  }
  return withRecord(line)
}

/** Finds the record or header field that a line ends in or holds. */
function withRecord(line: string): Piece[] {
  const found = recordIn(line) ?? headerIn(line)
  if (!found) return [piece('words', line)]
  const before = line.slice(0, found.start).replace(/["“']$/, '')
  const after = line.slice(found.end).replace(/^["”']/, '')
  return [
    piece('words', before),
    piece('code', line.slice(found.start, found.end)),
    piece('words', after),
  ].filter(hasText)
}

interface Span {
  start: number
  end: number
}

function recordIn(line: string): Span | undefined {
  const lower = line.toLowerCase()
  const starts = RECORD_STARTS.map((start) => lower.indexOf(start)).filter((at) => at >= 0)
  if (starts.length === 0) return undefined
  const start = Math.min(...starts)
  let end = start
  for (const word of line.slice(start).split(' ')) {
    if (end > start && !belongsToRecord(word)) break
    end += word.length + (end > start ? 1 : 0)
    if (/["”']$/.test(word)) break
  }
  return { start, end: withoutPunctuation(line, end) }
}

function belongsToRecord(word: string): boolean {
  return /^[+\-~?]?[a-z0-9]+[:=/]/i.test(word) || /^[+\-~?]all\b/i.test(word) || RECORD_WORDS.has(word)
}

/** A header field at the end of a line, announced by a colon: `… field: List-Unsubscribe-Post: …`. */
function headerIn(line: string): Span | undefined {
  for (let at = line.indexOf(': '); at >= 0; at = line.indexOf(': ', at + 2)) {
    const start = at + 2
    const name = line.slice(start, line.indexOf(': ', start))
    if (line.indexOf(': ', start) > start && isHeaderName(name)) {
      return { start, end: withoutPunctuation(line, line.length) }
    }
  }
  return undefined
}

function isHeaderName(name: string): boolean {
  return name.length <= 40 && /^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)*$/.test(name)
}

function withoutPunctuation(line: string, end: number): number {
  let last = end
  while (last > 0 && '.,"”\''.includes(line.charAt(last - 1))) last -= 1
  return last
}

function piece(kind: Piece['kind'], text: string): Piece {
  return { kind, text }
}

function hasText({ text }: Piece): boolean {
  return text.trim() !== '' && text.trim() !== '.'
}
