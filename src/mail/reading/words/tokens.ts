import { normalForm } from '../unicode/normal-form.ts'

/** Scripts written without spaces, or whose words take endings and prefixes without one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu
const WORD = /[\p{L}\p{N}]+/gu
const ASCII_WORD = /[a-z0-9]+/g
const ASCII = /^[\t\n\r\x20-\x7e]*$/

/** Text behind this many characters is not judged. */
export const MAX_JUDGED = 200_000

/** One spelling for what readers take for the same: case, width, accents, the Turkish i. */
export function fold(text: string): string {
  const plain = text.slice(0, MAX_JUDGED)
  if (ASCII.test(plain)) return plain.toLowerCase()
  return normalForm(plain, 'NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
}

/** A text (or a phrase) of a script that is searched as a string of letters, not word by word. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text)
}

/** The words of folded text in order. */
export function wordsOf(folded: string): string[] {
  return folded.match(ASCII.test(folded) ? ASCII_WORD : WORD) ?? []
}

/** What a text can be compared by, and how long a reader would call it. */
export interface Measure {
  /** Words, and pairs of neighbouring letters where there are no spaces. */
  readonly tokens: ReadonlySet<string>
  /** Words; two letters of a script without spaces are taken for one. */
  readonly words: number
}

/** A message, or its HTML. */
export interface Shown {
  readonly text?: string
}

const measures = new WeakMap<object, Measure>()

/** Measures the text of a message or of its HTML, once however many ask. */
export function measureShown(shown: Shown): Measure {
  const known = measures.get(shown)
  if (known) return known
  const measure = measureText(shown.text ?? '')
  measures.set(shown, measure)
  return measure
}

/** Reads a text once for both. Web and mail addresses are no words: the text part spells out what the HTML hides. */
export function measureText(text: string): Measure {
  const folded = fold(
    text.slice(0, MAX_JUDGED).replace(/(?:\bhttps?:\/\/|\bmailto:|\bwww\.)\S{1,4000}/gi, ' '),
  )
  const unspaced = isUnspaced(folded)
  const tokens = new Set<string>()
  let words = 0
  for (const word of wordsOf(folded)) {
    if (unspaced && UNSPACED.test(word)) {
      words += addUnspaced(tokens, word)
    } else {
      if (word.length > 1) tokens.add(word)
      words += 1
    }
  }
  return { tokens, words }
}

/** How many words a reader would count. */
export function countWords(text: string): number {
  return measureText(text).words
}

/** Takes a word with letters of a script without spaces apart; gives how many words it is. */
function addUnspaced(tokens: Set<string>, word: string): number {
  let letters = 0
  for (const run of word.match(UNSPACED_RUN) ?? []) {
    addPairs(tokens, run)
    letters += run.length
  }
  for (const rest of word.split(UNSPACED_RUN)) if (rest.length > 1) tokens.add(rest)
  return Math.ceil(letters / 2) + (letters < word.length ? 1 : 0)
}

function addPairs(tokens: Set<string>, run: string): void {
  const letters = [...run]
  if (letters.length === 1) tokens.add(run)
  for (let i = 0; i + 1 < letters.length; i += 1) tokens.add(`${letters[i]}${letters[i + 1]}`)
}
