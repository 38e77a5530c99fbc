/** Scripts written without spaces, or whose words take endings and prefixes without one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu
const WORD = /[\p{L}\p{N}]+/gu

/** Text behind this many characters is not judged. */
export const MAX_JUDGED = 200_000

/** One spelling for what readers take for the same: case, width, accents, the Turkish i. */
export function fold(text: string): string {
  const plain = text.slice(0, MAX_JUDGED)
  if (/^[\x20-\x7e\s]*$/.test(plain)) return plain.toLowerCase()
  return plain
    .normalize('NFKD')
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
  return folded.match(WORD) ?? []
}

/** What two texts can be compared by: words, and pairs of neighbouring letters where there are no spaces. */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const word of wordsOf(fold(withoutAddresses(text)))) {
    for (const run of word.match(UNSPACED_RUN) ?? []) addPairs(tokens, run)
    for (const rest of word.split(UNSPACED_RUN)) if (rest.length > 1) tokens.add(rest)
  }
  return tokens
}

function addPairs(tokens: Set<string>, run: string): void {
  const letters = [...run]
  if (letters.length === 1) tokens.add(run)
  for (let i = 0; i + 1 < letters.length; i += 1) tokens.add(`${letters[i]}${letters[i + 1]}`)
}

/** How many words a reader would count; two letters of a script without spaces are taken for one. */
export function countWords(text: string): number {
  let count = 0
  for (const word of wordsOf(fold(withoutAddresses(text)))) {
    const letters = (word.match(UNSPACED_RUN) ?? []).reduce((sum, run) => sum + run.length, 0)
    count += Math.ceil(letters / 2) + (letters < word.length ? 1 : 0)
  }
  return count
}

/** Web and mail addresses are no words: the text part spells out what the HTML hides behind a link. */
function withoutAddresses(text: string): string {
  return text.slice(0, MAX_JUDGED).replace(/(?:\bhttps?:\/\/|\bmailto:|\bwww\.)\S{1,4000}/gi, ' ')
}
