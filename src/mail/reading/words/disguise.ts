import { MAX_JUDGED } from './tokens.ts'

const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]`
/** Between letters of scripts that have no use for them. Persian, Indic scripts and emoji do, and are not looked at. */
const GAP = new RegExp(
  String.raw`(?<=${LETTER})[\u200b-\u200d\u2060-\u2064\u034f\u180e\ufeff]+(?=${LETTER})`,
  'gu',
)
/** A hyphenation point after a single letter is none. */
const SOFT_HYPHENS = /\u00ad\p{L}\u00ad/gu
const SUSPICIOUS = /[\u200b-\u200d\u2060-\u2064\u180e\ufeff\u00ad]|\u034f/

/** How often characters that show nothing stand inside words, as if to keep a filter from reading them. */
export function countStuffed(text: string): number {
  const judged = text.slice(0, MAX_JUDGED)
  if (!SUSPICIOUS.test(judged)) return 0
  return (judged.match(GAP)?.length ?? 0) + (judged.match(SOFT_HYPHENS)?.length ?? 0)
}

/** Letters that look like Latin ones (Unicode UTS #39, confusables), and the Latin ones that look like them. */
const LIKE_LATIN = /^[авсеһіјкоԛрѕтԝхуАВСЕҒНІЈКМОРԚЅТԜХҮУαιονρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u
const LIKE_OTHERS = /^[acehijkopqsvwxyABCEHIJKMNOPQSTXYZ]+$/
const LATIN = /\p{Script=Latin}/u
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
const RUNS = /\p{Script=Latin}+|[\p{Script=Cyrillic}\p{Script=Greek}]+/gu
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{4,40}/gu

/** Words whose letters come from two scripts and look as if they came from one. */
export function findMixedWords(text: string): string[] {
  const judged = text.slice(0, MAX_JUDGED)
  if (!FOREIGN.test(judged) || !LATIN.test(judged)) return []
  return [...new Set(judged.match(WORD)?.filter(isMixed) ?? [])]
}

/** An ending of one's own script behind a foreign word is grammar, no disguise. */
function isMixed(word: string): boolean {
  const runs = word.match(RUNS) ?? []
  if (runs.length < 2) return false
  const foreign = runs.filter((run) => FOREIGN.test(run))
  const latin = runs.filter((run) => LATIN.test(run))
  const begins = FOREIGN.test(runs[0] ?? '')
  const mostlyLatin = latin.join('').length >= foreign.join('').length
  if (runs.length === 2 && !(mostlyLatin && begins)) return false
  return mostlyLatin ? LIKE_LATIN.test(foreign.join('')) : LIKE_OTHERS.test(latin.join(''))
}
