/** What a mail system may change in a text when it wraps or quotes it: blanks, case, accents, quotes, hyphens, angle brackets. */
const CHANGES =
  /[\u0300-\u036f\s'"`\u00b4\u2018-\u201f\u00ab\u00bb<>*,!\-\u2010-\u2015\u00ad\u200b-\u200d\ufeff]+/g

/** A text without what changes on the way, so that a phrase is found however the reply was wrapped. */
export function squash(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(CHANGES, '')
}

/** A phrase as it is looked for: its pieces in their order, with anything between them where it has an asterisk. */
export function piecesOf(phrase: string): readonly string[] {
  return phrase.split('*').map(squash).filter(Boolean)
}

/** How many letters of the phrase a squashed text holds, 0 if it lacks a piece or their order. */
export function lettersFound(squashed: string, pieces: readonly string[]): number {
  let from = 0
  let letters = 0
  for (const piece of pieces) {
    const at = squashed.indexOf(piece, from)
    if (at < 0) return 0
    from = at + piece.length
    letters += piece.length
  }
  return letters
}

const LETTER = /[a-z0-9]/

/** Whether a text in lower case holds a word, with no letter or digit at either side. */
export function hasWord(lower: string, word: string): boolean {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (!LETTER.test(lower[at - 1] ?? ' ') && !LETTER.test(lower[at + word.length] ?? ' ')) return true
  }
  return false
}
