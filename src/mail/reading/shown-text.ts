import type { HtmlDocument } from './markup/html.ts'
import type { ParsedMessage } from './message.ts'

/** The most bytes (UTF-8) of a message that are shown as text. */
const MOST_BYTES = 256 * 1024

const CUT = '\n\n[Cut here: the text of the message is longer than 256 KB.]'

/** What a reader is shown of a message as text: its text/plain part, or the HTML as it renders; '' without either.
 * Bounded, and the cut is said at its end. */
export function shownText(
  { text }: Pick<ParsedMessage, 'text'>,
  html: Pick<HtmlDocument, 'text'> | undefined,
): string {
  return bounded(text?.trim() ? text : (html?.text ?? text ?? ''))
}

function bounded(text: string): string {
  // A character is at most three bytes in UTF-8 for each UTF-16 unit.
  if (text.length * 3 <= MOST_BYTES) return text
  const bytes = new TextEncoder().encode(text.slice(0, MOST_BYTES + 1))
  if (bytes.length <= MOST_BYTES) return text
  let end = MOST_BYTES
  // Not within a character: bytes that continue one are 10xxxxxx.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, end)) + CUT
}
