import { once } from '../../../core/making/once.ts'
import { countStuffed, findMixedWords } from '../../reading/words/disguise.ts'

/** What a subject is made of. */
export interface SubjectCharacters {
  /** As a reader counts them. */
  length: number
  emoji: number
  /** Letters of scripts that have capitals, and how many of them are. */
  cased: number
  capitals: number
  /** Words of two letters and more, those of capitals alone, and the longest of these. */
  words: number
  capitalWords: number
  longestCapitals: number
  /** Characters that turn the order of the others round (Unicode UAX #9). */
  overrides: number
  /** Characters that show nothing inside words. */
  stuffed: number
  /** Words of look-alike letters from two scripts. */
  mixed: number
  /** Letters from the blocks for mathematics and enclosed letters. */
  fancy: number
  /** Runs of three and more ! or $. */
  repeated: number
}

const LONGEST = 2_000
const graphemes = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))
const FANCY =
  /[\u{1d400}-\u{1d7cb}\u{24b6}-\u{24e9}\u{1f110}-\u{1f12b}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu

/** Counts; `words` is the subject without prefixes and list tags. */
export function countCharacters(subject: string, words: string): SubjectCharacters {
  const text = subject.slice(0, LONGEST)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const named = wordsOf(words.slice(0, LONGEST))
  const letters = named.join('')
  const capitalWords = named.filter((word) => /^\p{Lu}{2,}$/u.test(word))
  return {
    length: [...graphemes().segment(text)].length,
    emoji: count(/\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/gu),
    cased: letters.length,
    capitals: letters.match(/\p{Lu}/gu)?.length ?? 0,
    words: named.filter((word) => word.length > 1).length,
    capitalWords: capitalWords.length,
    longestCapitals: Math.max(0, ...capitalWords.map((word) => word.length)),
    overrides: count(/[\u202d\u202e]/g),
    stuffed: countStuffed(text),
    mixed: findMixedWords(text).length,
    fancy: count(FANCY),
    repeated: count(/[!！]{3,}|[$＄€£]{3,}/g),
  }
}

/** The cased letters of each word; names of things such as ABC-123 or SHA256 are written in capitals for good reason. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => !/[\p{N}_@/]|\p{L}\.\p{L}/u.test(word))
    .map((word) => word.replace(/[^\p{Lu}\p{Ll}]/gu, ''))
}
