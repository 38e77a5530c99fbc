import { decodeText } from './charset.ts'
import { fromOctets, octets } from './octets.ts'

const EIGHT_BIT = /[\u0080-\u00ff]/
/** ASCII means something else in them, or they need no help. */
const NOT_BESIDE_ASCII = /^(?:utf|ucs|hz|iso-2022|us-ascii|ascii)/i

/**
 * An unfolded value, one character per octet, with its raw 8-bit text in UTF-8. RFC 5322 allows none; older senders
 * write it in the charset of the body. Where it is UTF-8 already, or of none of these charsets, it stays as it is.
 */
export function inUtf8(value: string, charsets: readonly string[]): string {
  if (!EIGHT_BIT.test(value)) return value
  const bytes = fromOctets(value)
  if (decodeText(bytes).charset === 'utf-8') return value
  for (const charset of charsets) {
    if (NOT_BESIDE_ASCII.test(charset)) continue
    const { text, problem } = decodeText(bytes, charset)
    if (problem) continue
    const encoded = new TextEncoder().encode(text)
    return octets(encoded, 0, encoded.length)
  }
  return value
}
