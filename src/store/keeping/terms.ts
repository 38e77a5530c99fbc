import { createHash } from 'node:crypto'
import { isToken } from '../../core/mail-test.ts'

/** Tests are searched in parts of 8,192, by the order in which all tests were made. */
export const PART_BITS = 13

/** Of a message: as many as fit a long subject. */
const MOST_TERMS = 150
const MOST_WORDS_ASKED = 8
/** Letters that are read of what somebody typed. */
const LONGEST_QUESTION = 1_000
const LONGEST_WORD = 40

/** Written without spaces between words: every two neighbouring letters are a term. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const WORD = /[\p{L}\p{N}]+/gu

/** Text in which letters that only differ in case, marks, width or form are the same. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** The words of a text, folded: what has no spaces in pieces of its own. */
function piecesOf(text: string): { text: string; unspaced: boolean }[] {
  return (folded(text).match(WORD) ?? []).flatMap((word) => {
    const pieces: { text: string; unspaced: boolean }[] = []
    let end = 0
    for (const { 0: run, index } of word.matchAll(UNSPACED)) {
      if (index > end) pieces.push({ text: word.slice(end, index), unspaced: false })
      pieces.push({ text: run, unspaced: true })
      end = index + run.length
    }
    if (end < word.length) pieces.push({ text: word.slice(end), unspaced: false })
    return pieces
  })
}

/** Every two neighbours, and the last letter, so that each letter begins a term. */
function neighbours(run: string): string[] {
  const letters = [...run]
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ''))
}

const cut = (word: string) => [...word.slice(0, 2 * LONGEST_WORD)].slice(0, LONGEST_WORD).join('')

/** What stands before each term of an account. */
const ofAccount = (accountId: string) => createHash('sha256').update(accountId).digest('hex').slice(0, 10)

/** What stands before each term: the account, and the part of all tests. */
function prefixOf(accountId: string, part: number): string {
  return `${ofAccount(accountId)}_${part.toString(36)}_`
}

function prefixedTerms(prefix: string, texts: readonly string[]): string[] {
  const terms = new Set<string>()
  for (const { text, unspaced } of piecesOf(texts.join('\n'))) {
    for (const term of unspaced ? neighbours(text) : [cut(text)]) {
      if (terms.size < MOST_TERMS) terms.add(prefix + term)
    }
  }
  return [...terms]
}

/** The terms of a test's sender and subject, as the index takes them. */
export function termsOf(accountId: string, testSeq: number, texts: readonly string[]): string {
  return prefixedTerms(prefixOf(accountId, Math.floor(testSeq / 2 ** PART_BITS)), texts).join(' ')
}

/** What stands before each term of an account where all of its tests are searched at once. */
export const accountPrefix = (accountId: string): string => `${ofAccount(accountId)}_`

/** The terms of a test's sender and subject, each behind what stands for the account. */
export const accountTerms = (accountId: string, texts: readonly string[]): string[] =>
  prefixedTerms(accountPrefix(accountId), texts)

/** What is looked for, the longest first: each is the beginning of a term. */
export function askedTerms(words: string): string[] {
  const asked = new Set<string>()
  for (const { text, unspaced } of piecesOf(words.slice(0, LONGEST_QUESTION)).slice(0, MOST_WORDS_ASKED)) {
    if (!unspaced) asked.add(cut(text))
    // The last letter alone is in the one before.
    else for (const term of [...text].length > 1 ? neighbours(text).slice(0, -1) : [text]) asked.add(term)
  }
  return [...asked].slice(0, MOST_WORDS_ASKED).toSorted((a, b) => b.length - a.length)
}

/** The question to the index. Terms are letters and digits alone; quoted all the same, so that none is ever syntax. */
export function matchOf(accountId: string, part: number, asked: readonly string[]): string {
  const prefix = prefixOf(accountId, part)
  return asked.map((term) => `"${prefix}${term}"*`).join(' AND ')
}

/** What is looked for by its name: a token, also in a link, or the local part of a test address. */
export function nameIn(words: string): string | undefined {
  const text = words.slice(0, LONGEST_QUESTION).toLowerCase()
  const [token] = text.match(/(?<![a-z0-9])[a-z2-7]{26}(?![a-z0-9])/) ?? []
  if (token !== undefined && isToken(token)) return token
  return /^\s*([a-z2-7]{12})(?:\+[^\s@]*)?@/.exec(text)?.[1]
}
