import { type AuthWords, BIT, CONCEPTS } from '../data/auth-words/concepts.ts'
import { foldedOf, plainOf } from './letters.ts'

/** A word of the tables found in folded text. */
export interface Hit {
  /** The concepts it may mean, as BIT. */
  bits: number
  at: number
  end: number
  /** Languages of the Latin alphabet that have the word; none where it tells no language. */
  languages: readonly string[]
}

interface Pattern {
  text: string
  bits: number
  languages: string[]
  fromStart: boolean
  toEnd: boolean
}

/** Patterns by their first two UTF-16 units. */
type Buckets = Map<number, Pattern[]>

export interface Matcher {
  /** In order of appearance, at most MAX_HITS. */
  find(folded: string): Hit[]
}

/** More words of the tables in one sentence say nothing more. */
const MAX_HITS = 60

/** Scripts without spaces, or with particles glued to the words. */
const GLUED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}]/u
const ABJAD = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** What begins with so few letters and goes on for long is another word. */
const SHORT = 3
const LONG_REST = /^[a-z]{4}/
const WORD = /[\p{L}\p{N}\p{M}]/u

export function createMatcher(tables: Iterable<readonly [language: string, words: AuthWords]>): Matcher {
  const patterns = new Map<string, Pattern>()
  for (const [language, table] of tables) {
    for (const concept of CONCEPTS) {
      for (const word of table[concept]?.split('|') ?? []) addWord(patterns, word, BIT[concept], language)
    }
  }
  const buckets = bucketsOf(patterns.values())
  return { find: (folded) => findIn(folded, buckets) }
}

function addWord(patterns: Map<string, Pattern>, word: string, bits: number, language: string): void {
  for (const spelling of spellingsOf(word.replaceAll('*', ''))) {
    const text = foldedOf(plainOf(spelling)).trim()
    if (text.length < 2) continue
    const glued = GLUED.test(text) && text.length >= leastGlued(text)
    const fromStart = !(glued || word.startsWith('*'))
    const toEnd = !(glued || word.endsWith('*'))
    const key = `${fromStart} ${toEnd} ${text}`
    const known = patterns.get(key)
    const languages = language !== '' && /[a-z]/.test(text) ? [language] : []
    if (!known) patterns.set(key, { text, bits, fromStart, toEnd, languages })
    else {
      known.bits |= bits
      known.languages = languages.length === 0 ? [] : known.languages.concat(languages)
    }
  }
}

/** Two letters of an abjad stand inside many other words. */
function leastGlued(text: string): number {
  return ABJAD.test(text) ? 3 : 1
}

/** Umlauts are also written with an e. */
function spellingsOf(word: string): string[] {
  if (!/[äöüåø]/.test(word)) return [word]
  const spelled = word
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ø', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('å', 'aa')
  return [word, spelled]
}

function bucketsOf(patterns: Iterable<Pattern>): Buckets {
  const buckets: Buckets = new Map()
  for (const pattern of patterns) {
    const key = keyAt(pattern.text, 0)
    const bucket = buckets.get(key)
    if (bucket) bucket.push(pattern)
    else buckets.set(key, [pattern])
  }
  return buckets
}

function keyAt(text: string, at: number): number {
  return text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)
}

function findIn(folded: string, buckets: Buckets): Hit[] {
  const hits: Hit[] = []
  for (let at = 0; at + 1 < folded.length && hits.length < MAX_HITS; at += 1) {
    for (const pattern of buckets.get(keyAt(folded, at)) ?? []) {
      if (standsAt(folded, at, pattern)) hits.push(hitOf(pattern, at))
    }
  }
  return hits
}

function hitOf({ text, bits, languages }: Pattern, at: number): Hit {
  return { bits, at, end: at + text.length, languages }
}

function standsAt(folded: string, at: number, { text, fromStart, toEnd }: Pattern): boolean {
  if (!folded.startsWith(text, at)) return false
  if (fromStart && at > 0 && WORD.test(folded[at - 1] ?? '')) return false
  const end = at + text.length
  if (toEnd) return !WORD.test(folded[end] ?? '')
  return text.length > SHORT || !fromStart || !LONG_REST.test(folded.slice(end, end + 4))
}
