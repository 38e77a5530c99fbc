import { unitClass } from './unit-class.ts'

/** Whether a letter or a number stands there, of any script. */
export const isInWord = unitClass(/[\p{L}\p{N}]/u)

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

/** No longer text is kept in memory behind its message. */
const LONGEST_KEPT = 10_000

let last = { text: '', letters: 0 }

/** Letters and digits of any script; of one text they are often asked for twice in a row. */
export function lettersOf(text: string): number {
  if (text === last.text) return last.letters
  let letters = 0
  for (let at = 0; at < text.length; at += 1) {
    if (!isInWord(text, at)) continue
    letters += 1
    if (text.charCodeAt(at) >= 0xd800 && text.charCodeAt(at) <= 0xdbff) at += 1
  }
  last = text.length <= LONGEST_KEPT ? { text, letters } : last
  return letters
}
