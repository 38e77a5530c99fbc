import { type AuthWords, BIT, CONCEPTS } from '../data/auth-words/concepts.ts'
import { Trie } from '../reading/words/trie.ts'
import { EVERYWHERE, numberOf } from './language/numbers.ts'
import { foldedOf, plainOf } from './letters.ts'

/** A word of the tables found in folded text. */
export interface Hit {
  /** The concepts it may mean, as BIT. */
  bits: number
  at: number
  end: number
  /** Languages of the Latin alphabet that have the word, by number; none where it tells no language. */
  languages: readonly number[]
  /** The word stays whatever is spoken. */
  isOfAny: boolean
}

interface Pattern {
  text: string
  bits: number
  languages: number[]
  fromStart: boolean
  toEnd: boolean
  /** Its place among all: hits at one place stand in this order. */
  order: number
}

/** Those looked for where a word begins, and those looked for everywhere. */
interface Tries {
  fromStart: Trie<Pattern>
  anywhere: Trie<Pattern>
}

export interface Matcher {
  /** In order of appearance, at most MAX_HITS. */
  find(folded: string): readonly Hit[]
}

/** More words of the tables in one sentence say nothing more. */
const MAX_HITS = 60

/** Scripts without spaces, or with particles glued to the words. */
const GLUED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}]/u
const ABJAD = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** What begins with so few letters and goes on for long is another word. */
const SHORT = 3
const LONG_REST = 4
const WORD = /[\p{L}\p{N}\p{M}]/u

export function createMatcher(tables: Iterable<readonly [language: string, words: AuthWords]>): Matcher {
  const patterns = new Map<string, Pattern>()
  for (const [language, table] of tables) {
    for (const concept of CONCEPTS) {
      for (const word of table[concept]?.split('|') ?? []) addWord(patterns, word, BIT[concept], language)
    }
  }
  const tries = triesOf(patterns.values())
  return { find: (folded) => findIn(folded, tries) }
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
    const languages = language !== '' && /[a-z]/.test(text) ? [numberOf(language)] : []
    if (!known) patterns.set(key, { text, bits, fromStart, toEnd, languages, order: patterns.size })
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

function triesOf(patterns: Iterable<Pattern>): Tries {
  const tries: Tries = { fromStart: new Trie(), anywhere: new Trie() }
  for (const pattern of patterns)
    (pattern.fromStart ? tries.fromStart : tries.anywhere).add(pattern.text, pattern)
  return tries
}

function findIn(folded: string, { fromStart, anywhere }: Tries): Hit[] {
  const hits: Hit[] = []
  const found: Pattern[] = []
  let inWord = false
  let [unit, second, third, fourth] = [0, unitAt(folded, 0), unitAt(folded, 1), unitAt(folded, 2)]
  for (let at = 0; at + 1 < folded.length && hits.length < MAX_HITS; at += 1) {
    unit = second
    second = third
    third = fourth
    fourth = unitAt(folded, at + 3)
    if (!inWord && fromStart.mayBeginWithFour(unit, second, third, fourth))
      collect(folded, at, fromStart, found)
    if (anywhere.mayBeginWithFour(unit, second, third, fourth)) collect(folded, at, anywhere, found)
    if (found.length > 0) takeOver(found, at, hits)
    inWord = isWordUnit(unit)
  }
  return hits
}

/** 0 past the end, so that a walk stays among whole numbers. */
const unitAt = (text: string, at: number) => (at < text.length ? text.charCodeAt(at) : 0)

function takeOver(found: Pattern[], at: number, hits: Hit[]): void {
  if (found.length > 1) found.sort((a, b) => a.order - b.order)
  for (const pattern of found) hits.push(hitOf(pattern, at))
  found.length = 0
}

function collect(folded: string, at: number, trie: Trie<Pattern>, found: Pattern[]): void {
  let node = trie.next(Trie.root, folded.charCodeAt(at))
  for (let end = at + 1; node !== 0; end += 1) {
    const patterns = trie.at(node)
    if (patterns) for (const pattern of patterns) if (mayEnd(folded, end, pattern)) found.push(pattern)
    if (end >= folded.length) return
    node = trie.next(node, folded.charCodeAt(end))
  }
}

function hitOf({ text, bits, languages }: Pattern, at: number): Hit {
  const isOfAny = languages.length === 0 || languages.includes(EVERYWHERE)
  return { bits, at, end: at + text.length, languages, isOfAny }
}

function mayEnd(folded: string, end: number, { text, fromStart, toEnd }: Pattern): boolean {
  if (toEnd) return end >= folded.length || !isWordUnit(folded.charCodeAt(end))
  return text.length > SHORT || !fromStart || !goesOn(folded, end)
}

function goesOn(folded: string, end: number): boolean {
  for (let at = end; at < end + LONG_REST; at += 1) {
    const unit = folded.charCodeAt(at)
    // Past the end it is NaN, which is in no order to anything.
    if (!(unit >= 0x61 && unit <= 0x7a)) return false
  }
  return true
}

const UNKNOWN = 0
const IN_WORD = 1
const OUTSIDE = 2
/** What is known of each UTF-16 unit, looked up once. */
const UNITS = new Uint8Array(65_536)

function isWordUnit(unit: number): boolean {
  if (UNITS[unit] === UNKNOWN) UNITS[unit] = WORD.test(String.fromCharCode(unit)) ? IN_WORD : OUTSIDE
  return UNITS[unit] === IN_WORD
}
