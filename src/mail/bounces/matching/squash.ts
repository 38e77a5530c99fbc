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

/** Letters that may stand for an asterisk: an address or a host name, and no second sentence. */
const MAX_BETWEEN = 90

/** How many letters of the phrase a squashed text holds, 0 if it lacks a piece or their order, or they stand far apart. */
export function lettersFound(squashed: string, pieces: readonly string[]): number {
  const [first = ''] = pieces
  let tries = 0
  for (let at = squashed.indexOf(first); at >= 0 && tries < MAX_TRIES; at = squashed.indexOf(first, at + 1)) {
    tries += 1
    if (continuesAt(squashed, pieces, at)) return pieces.reduce((sum, { length }) => sum + length, 0)
    if (pieces.length === 1) break
  }
  return 0
}

const MAX_TRIES = 20

function continuesAt(squashed: string, pieces: readonly string[], start: number): boolean {
  let from = start
  for (const [index, piece] of pieces.entries()) {
    const at = squashed.indexOf(piece, from)
    if (at < 0 || (index > 0 && at - from > MAX_BETWEEN)) return false
    from = at + piece.length
  }
  return true
}

const LETTER = /[a-z0-9]/

/** Whether a text in lower case holds a word, with no letter or digit at either side. */
export function hasWord(lower: string, word: string): boolean {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (!LETTER.test(lower[at - 1] ?? ' ') && !LETTER.test(lower[at + word.length] ?? ' ')) return true
  }
  return false
}
