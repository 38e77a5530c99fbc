import { fold, isUnspaced, wordsOf } from './tokens.ts'
import { Trie } from './trie.ts'
import { isInWord, wordEnd, wordFrom } from './words.ts'

/** Phrases by category and language, each list joined by `|`. A single word that ends in `*` stands for all that begin so. */
export type PhraseTable<Category extends string> = Readonly<
  Record<Category, Readonly<Record<string, string>>>
>

export interface PhraseHit<Category extends string> {
  category: Category
  language: string
  phrase: string
  /** Offset in words for spaced scripts, in letters for the others. */
  at: number
}

export interface PhraseBook<Category extends string> {
  /** Every phrase found in the text, each once. */
  find(text: string): PhraseHit<Category>[]
  has(text: string): boolean
}

interface Entry<Category extends string> {
  category: Category
  language: string
  phrase: string
  folded: string
  words: string[]
  /** Its place among all; those that are beginnings stand behind the others. */
  order: number
  isBeginning: boolean
}

interface Index<Category extends string> {
  /** Words of phrases, parted by single blanks. */
  spaced: Trie<Entry<Category>>
  unspaced: Entry<Category>[]
}

/** Told of the phrases at a place; true: no more are looked for. */
type Take<Category extends string> = (entries: readonly Entry<Category>[], at: number) => boolean

/** Prepares a table for search: a text is read once, however many phrases there are. */
export function createPhraseBook<Category extends string>(
  table: PhraseTable<Category>,
): PhraseBook<Category> {
  let index: Index<Category> | undefined
  const search = (text: string, take: Take<Category>) => {
    index ??= indexOf(entriesOf(table))
    const folded = fold(text)
    if (searchWords(index.spaced, folded, take) || !isUnspaced(folded)) return
    for (const entry of index.unspaced) {
      const at = folded.indexOf(entry.folded)
      if (at !== -1 && take([entry], at)) return
    }
  }
  return {
    find(text) {
      const hits = new Map<Entry<Category>, number>()
      search(text, (entries, at) => {
        for (const entry of entries) if (!hits.has(entry)) hits.set(entry, at)
        return false
      })
      return [...hits].map(([{ category, language, phrase }, at]) => ({ category, language, phrase, at }))
    },
    has(text) {
      let found = false
      search(text, () => {
        found = true
        return true
      })
      return found
    },
  }
}

function indexOf<Category extends string>(entries: readonly Entry<Category>[]): Index<Category> {
  const spaced = new Trie<Entry<Category>>()
  const unspaced: Entry<Category>[] = []
  for (const entry of entries) {
    if (isUnspaced(entry.phrase)) unspaced.push(entry)
    else if (entry.words.length > 0)
      spaced.add((entry.isBeginning ? entry.words.slice(0, 1) : entry.words).join(' '), entry)
  }
  return { spaced, unspaced }
}

/** Goes through the words of a folded text; true: whoever was told wants no more. */
function searchWords<Category extends string>(
  trie: Trie<Entry<Category>>,
  folded: string,
  take: Take<Category>,
): boolean {
  let word = 0
  for (let at = wordFrom(folded, 0); at < folded.length; at = wordFrom(folded, wordEnd(folded, at))) {
    if (mayBeginAt(trie, folded, at)) {
      const found = phrasesAt(trie, folded, at)
      if (found.length > 0 && take(found, word)) return true
    }
    word += 1
  }
  return false
}

/** Behind a word of a phrase there may be any mark, so that only words of three letters tell. */
function mayBeginAt<T>(trie: Trie<T>, folded: string, at: number): boolean {
  if (!(isInWord(folded, at + 1) && isInWord(folded, at + 2))) return trie.mayBegin(folded.charCodeAt(at))
  return trie.mayBeginWith(folded.charCodeAt(at), folded.charCodeAt(at + 1), folded.charCodeAt(at + 2))
}

const NONE: [] = []

/** The phrases that stand in the text where a word begins. */
function phrasesAt<Category extends string>(
  trie: Trie<Entry<Category>>,
  folded: string,
  start: number,
): readonly Entry<Category>[] {
  let found: Entry<Category>[] = NONE
  let node: number = Trie.root
  for (let at = start; at < folded.length; ) {
    node = trie.next(node, folded.charCodeAt(at))
    if (node === 0) break
    at += 1
    const inWord = isInWord(folded, at)
    const ending = trie.at(node)
    if (ending) found = found.concat(inWord ? ending.filter(({ isBeginning }) => isBeginning) : ending)
    if (inWord) continue
    node = trie.next(node, 0x20)
    if (node === 0) break
    at = wordFrom(folded, at)
  }
  if (found.length < 2) return found
  return found.toSorted((a, b) => Number(a.isBeginning) - Number(b.isBeginning) || a.order - b.order)
}

function entriesOf<Category extends string>(table: PhraseTable<Category>): Entry<Category>[] {
  let order = 0
  return (Object.keys(table) as Category[]).flatMap((category) =>
    Object.entries(table[category]).flatMap(([language, list]) =>
      list.split('|').map((phrase) => {
        const folded = fold(phrase)
        order += 1
        const isBeginning = phrase.endsWith('*')
        return { category, language, phrase, folded, words: wordsOf(folded), order, isBeginning }
      }),
    ),
  )
}
