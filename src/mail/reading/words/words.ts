const LETTER = /[\p{L}\p{N}]/u

const UNKNOWN = 0
const IN_WORD = 1
const OUTSIDE = 2
/** What is known of each UTF-16 unit, looked up once; of a surrogate the pair tells. */
const UNITS = new Uint8Array(65_536)

/** Whether a letter or a number stands there. */
export function isInWord(text: string, at: number): boolean {
  if (at >= text.length) return false
  const unit = text.charCodeAt(at)
  if (unit >= 0xd800 && unit <= 0xdfff) return isInPair(text, at)
  if (UNITS[unit] === UNKNOWN) UNITS[unit] = LETTER.test(String.fromCharCode(unit)) ? IN_WORD : OUTSIDE
  return UNITS[unit] === IN_WORD
}

function isInPair(text: string, at: number): boolean {
  const start = text.charCodeAt(at) >= 0xdc00 ? at - 1 : at
  const point = text.codePointAt(start)
  return point !== undefined && point > 0xffff && LETTER.test(String.fromCodePoint(point))
}

/** Where the next word begins, at the place or behind it; the length of the text where none does. */
export function wordFrom(text: string, from: number): number {
  let at = from
  while (at < text.length && !isInWord(text, at)) at += 1
  return at
}

/** Where the word ends that a place stands in. */
export function wordEnd(text: string, from: number): number {
  let at = from
  while (isInWord(text, at)) at += 1
  return at
}
