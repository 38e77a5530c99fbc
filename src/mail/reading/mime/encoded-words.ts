import { decodeText } from './charset.ts'
import { fromOctets } from './octets.ts'
import { decodeBase64 } from './transfer.ts'

export interface HeaderText {
  text: string
  /** Encoded words whose charset nobody knows or whose bytes are not of it. */
  broken: number
}

interface Word {
  charset: string
  bytes: Uint8Array
}

/** Decodes the RFC 2047 words of a header value given as one character per octet, as leniently as mail readers do:
 * words inside quotes or next to text, spaces inside, characters split over adjacent words, raw 8-bit text between. */
export function decodeEncodedWords(value: string): HeaderText {
  const out: string[] = []
  let broken = 0
  let run: Word[] = []
  const endRun = () => {
    for (const word of joined(run)) {
      const { text, problem } = decodeText(word.bytes, word.charset)
      if (problem === 'unknown' || problem === 'invalid') broken += 1
      // A line end out of an encoded word must not become one in a header.
      out.push(text.replace(/[\r\n\0]/g, ' '))
    }
    run = []
  }
  let at = 0
  for (const found of wordsOf(value)) {
    const between = value.slice(at, found.start)
    if (run.length === 0 || /[^ \t\r\n]/.test(between)) {
      endRun()
      out.push(decodeRaw(between))
    }
    run.push(found.word)
    at = found.end
  }
  endRun()
  out.push(decodeRaw(value.slice(at)))
  return { text: out.join(''), broken }
}

/** Adjacent words of one charset share their bytes: senders split characters between them against RFC 2047 5. */
function joined(run: readonly Word[]): Word[] {
  const words: { charset: string; pieces: Uint8Array[] }[] = []
  for (const { charset, bytes } of run) {
    const last = words.at(-1)
    if (last && last.charset.toLowerCase() === charset.toLowerCase()) last.pieces.push(bytes)
    else words.push({ charset, pieces: [bytes] })
  }
  return words.map(({ charset, pieces }) => ({ charset, bytes: Buffer.concat(pieces) }))
}

/** Text outside encoded words: ASCII, UTF-8 (RFC 6532), or what a sender took for granted. */
export function decodeRaw(value: string): string {
  return /[\u0080-\u00ff]/.test(value) ? decodeText(fromOctets(value)).text : value
}

interface FoundWord {
  start: number
  end: number
  word: Word
}

/** `=?charset?Q?` or `=?charset?B?`, tried at one offset. */
const OPENING = /=\?([^?\s]{1,64})\?([QqBb])\?/y

/** Every encoded word of a value in order. Linear: both delimiters are searched forward only. */
export function* wordsOf(value: string): Generator<FoundWord> {
  let open = value.indexOf('=?')
  let close = -1
  while (open !== -1) {
    OPENING.lastIndex = open
    const match = OPENING.exec(value)
    const start = open + (match?.[0].length ?? 2)
    const next = value.indexOf('=?', match ? start : open + 1)
    if (!match) {
      open = next
      continue
    }
    if (close < start) close = value.indexOf('?=', start)
    if (close === -1) return
    // The `=` of base64 padding right before `?=` is no opening.
    if (next !== -1 && next < close - 1) {
      open = next
      continue
    }
    const end = close + 2
    yield { start: open, end, word: readWord(match[1] ?? '', match[2] ?? '', value.slice(start, close)) }
    open = value.indexOf('=?', end)
  }
}

function readWord(charset: string, encoding: string, content: string): Word {
  const bytes = encoding.toUpperCase() === 'B' ? decodeBase64(fromOctets(content)).bytes : decodeQ(content)
  // RFC 2231 5: a language may follow the charset.
  return { charset: charset.replace(/\*.*$/, ''), bytes }
}

/** RFC 2047 4.2; what is no escape stays as it is. */
function decodeQ(content: string): Uint8Array {
  const text = content
    .replace(/_/g, ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return fromOctets(text)
}
