import { type AuthWords, BIT, CONCEPTS } from './concepts.ts'
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
  /** Its place among all: hits at one place stand in this order. */
  order: number
}

/** Patterns letter by letter, by UTF-16 unit. */
interface Trie {
  next: Map<number, Trie>
  ends: Pattern[]
}

/** Those looked for where a word begins, and those looked for everywhere. */
interface Tries {
  fromStart: Trie
  anywhere: Trie
}

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
    const languages = language !== '' && /[a-z]/.test(text) ? [language] : []
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
  const tries: Tries = { fromStart: trie(), anywhere: trie() }
  for (const pattern of patterns) {
    let node = pattern.fromStart ? tries.fromStart : tries.anywhere
    for (let at = 0; at < pattern.text.length; at += 1) {
      const unit = pattern.text.charCodeAt(at)
      const next = node.next.get(unit) ?? trie()
      node.next.set(unit, next)
      node = next
    }
    node.ends.push(pattern)
  }
  return tries
}

function trie(): Trie {
  return { next: new Map(), ends: [] }
}

function findIn(folded: string, tries: Tries): Hit[] {
  const hits: Hit[] = []
  let inWord = false
  for (let at = 0; at + 1 < folded.length && hits.length < MAX_HITS; at += 1) {
    const found: Pattern[] = []
    if (!inWord) collect(folded, at, tries.fromStart, found)
    collect(folded, at, tries.anywhere, found)
    if (found.length > 1) found.sort((a, b) => a.order - b.order)
    for (const pattern of found) hits.push(hitOf(pattern, at))
    inWord = isWordUnit(folded.charCodeAt(at))
  }
  return hits
}

function collect(folded: string, at: number, root: Trie, found: Pattern[]): void {
  let node = root.next.get(folded.charCodeAt(at))
  for (let end = at + 1; node; end += 1) {
    for (const pattern of node.ends) if (mayEnd(folded, end, pattern)) found.push(pattern)
    if (end >= folded.length) return
    node = node.next.get(folded.charCodeAt(end))
  }
}

function hitOf({ text, bits, languages }: Pattern, at: number): Hit {
  return { bits, at, end: at + text.length, languages }
}

function mayEnd(folded: string, end: number, { text, fromStart, toEnd }: Pattern): boolean {
  if (toEnd) return end >= folded.length || !isWordUnit(folded.charCodeAt(end))
  return text.length > SHORT || !fromStart || !LONG_REST.test(folded.slice(end, end + 4))
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
