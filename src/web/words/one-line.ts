import { once } from '../../core/making/once.ts'

/** What nobody sees and what turns the order of letters, but for the joiners that scripts and emoji need; line ends and controls. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu
const GRAPHEMES = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** Text by others on one line, where nothing can frame it: without controls, and no longer than that many letters. */
export function oneLine(text: string, most: number): string {
  // A letter may be of many code points: no more than these are looked at, however long the text is.
  const bounded = text.slice(0, most * 16).toWellFormed()
  const line = bounded.replace(UNSEEN, ' ').trim()
  if (line.length <= most && bounded.length === text.length) return line
  const letters = Array.from(GRAPHEMES().segment(line), ({ segment }) => segment)
  const isWhole = letters.length <= most && bounded.length === text.length
  return isWhole
    ? line
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
