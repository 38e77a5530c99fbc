import { remembered } from '../remembered.ts'
import { prototypeOf } from '../unicode/skeleton.ts'

const MOST = 300

/** Marks on Latin, Greek and Cyrillic letters. */
const MARKS = /[\u0300-\u036f]/g
/** Shown as nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Words of a text for comparison: lower case, without accents, at most `most` characters of it. `+` and `&` are letters. */
export function foldedWords(text: string, most = MOST): string[] {
  return spaced(plain(text, most).toLowerCase().replaceAll('\u0131', 'i').replaceAll('\u0142', 'l'))
    .split(/[^\p{L}\p{M}\p{N}&+]+/u)
    .filter((word) => word !== '')
}

function plain(text: string, most: number): string {
  return text
    .slice(0, most)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
}

const EAST_ASIAN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\u30fc'
const SEAM = new RegExp(`(?<=[a-z0-9])(?=[${EAST_ASIAN}])|(?<=[${EAST_ASIAN}])(?=[a-z0-9])`, 'gu')

/** East Asian writing puts no space between its letters and Latin ones. */
function spaced(text: string): string {
  return text.replace(SEAM, ' ')
}

const SWAPS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  i: 'l',
}

/** How letters and digits look: two names of one look can be taken for each other. Wider than the skeleton of UTS #39. */
export const lookOf: (name: string) => string = remembered((name) => {
  const letters = [...name.slice(0, MOST).normalize('NFKC')].map((letter) =>
    letter > '\x7f' ? (prototypeOf(letter) ?? letter) : letter,
  )
  return letters
    .join('')
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[013457i]/g, (letter) => SWAPS[letter] ?? letter)
})
