import { decodeText } from './charset.ts'
import { wordsOf } from './encoded-words.ts'
import { fromOctets, octets } from './octets.ts'

const EIGHT_BIT = /[\u0080-\u00ff]/
/** ASCII means something else in them, or they need no help. */
const NOT_BESIDE_ASCII = /^(?:utf|ucs|hz|iso-2022|us-ascii|ascii)/i
/** Raw octets inside a word that declares these are of some other charset, unless they are UTF-8. */
const NO_LEGACY = /^(?:utf-?8|us-ascii|ascii)(?:\*|$)/i

/** A value taken apart: what stands outside of encoded words, and the words between. */
interface Taken {
  outside: string[]
  words: string[]
  charsets: string[]
}

/**
 * An unfolded value, one character per octet, with its raw 8-bit text in UTF-8. RFC 5322 allows none; senders write it in
 * the charset of the encoded words beside it, older ones in that of the body. Where it is UTF-8 already, or of none of
 * these charsets, it stays as it is. Raw octets inside an encoded word stay too: they are of the word's charset.
 */
export function inUtf8(value: string, charsets: readonly string[]): string {
  if (!EIGHT_BIT.test(value)) return value
  const { outside, words, charsets: beside } = takeApart(value)
  // No charset here has a line feed inside a character, and an unfolded value has none.
  const text = outside.join('\n')
  if (!EIGHT_BIT.test(text)) return value
  const bytes = fromOctets(text)
  if (decodeText(bytes).charset === 'utf-8') return value
  for (const charset of new Set([...beside, ...charsets])) {
    if (NOT_BESIDE_ASCII.test(charset)) continue
    const decoded = decodeText(bytes, charset)
    const pieces = decoded.text.split('\n')
    if (decoded.problem || pieces.length !== outside.length) continue
    return pieces.map((piece, at) => utf8Octets(piece) + (words[at] ?? '')).join('')
  }
  return value
}

const MOST_CHARSETS = 4

function takeApart(value: string): Taken {
  const taken: Taken = { outside: [], words: [], charsets: [] }
  let at = 0
  for (const { start, end, word } of wordsOf(value)) {
    if (NO_LEGACY.test(word.charset)) continue
    taken.outside.push(value.slice(at, start))
    taken.words.push(value.slice(start, end))
    if (taken.charsets.length < MOST_CHARSETS && !taken.charsets.includes(word.charset))
      taken.charsets.push(word.charset)
    at = end
  }
  taken.outside.push(value.slice(at))
  return taken
}

function utf8Octets(text: string): string {
  const encoded = new TextEncoder().encode(text)
  return octets(encoded, 0, encoded.length)
}
