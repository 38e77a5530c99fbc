import { fold, isUnspaced, wordsOf } from './tokens.ts'

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
}

interface Index<Category extends string> {
  byFirstWord: Map<string, Entry<Category>[]>
  /** Entries that end in `*`, by their first letters. */
  byBeginning: Map<string, Entry<Category>[]>
  unspaced: Entry<Category>[]
}

/** Prepares a table for search: a text is read once, however many phrases there are. */
export function createPhraseBook<Category extends string>(
  table: PhraseTable<Category>,
): PhraseBook<Category> {
  const index = indexOf(entriesOf(table))
  const find = (text: string) => {
    const folded = fold(text)
    const hits = new Map<Entry<Category>, number>()
    const note = (entry: Entry<Category>, at: number) => {
      if (!hits.has(entry)) hits.set(entry, at)
    }
    const words = wordsOf(folded)
    for (let at = 0; at < words.length; at += 1) {
      for (const entry of beginningAt(index, words, at)) note(entry, at)
    }
    for (const entry of isUnspaced(folded) ? index.unspaced : []) {
      const at = folded.indexOf(entry.folded)
      if (at !== -1) note(entry, at)
    }
    return [...hits].map(([{ category, language, phrase }, at]) => ({ category, language, phrase, at }))
  }
  return { find, has: (text) => find(text).length > 0 }
}

function indexOf<Category extends string>(entries: readonly Entry<Category>[]): Index<Category> {
  const byFirstWord = new Map<string, Entry<Category>[]>()
  const byBeginning = new Map<string, Entry<Category>[]>()
  const unspaced: Entry<Category>[] = []
  for (const entry of entries) {
    const first = entry.words[0] ?? ''
    if (isUnspaced(entry.phrase)) unspaced.push(entry)
    else if (entry.phrase.endsWith('*')) put(byBeginning, first.slice(0, BEGINNING), entry)
    else put(byFirstWord, first, entry)
  }
  return { byFirstWord, byBeginning, unspaced }
}

/** Beginnings have at least as many letters. */
const BEGINNING = 4

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

/** The phrases that stand in the text at that word. */
function beginningAt<Category extends string>(
  { byFirstWord, byBeginning }: Index<Category>,
  words: readonly string[],
  at: number,
): Entry<Category>[] {
  const word = words[at] ?? ''
  const phrases = byFirstWord.get(word)
  const beginnings = byBeginning.get(word.slice(0, BEGINNING))
  if (!phrases && !beginnings) return NONE
  return [
    ...(phrases?.filter((entry) => entry.words.every((next, i) => words[at + i] === next)) ?? []),
    ...(beginnings?.filter((entry) => word.startsWith(entry.words[0] ?? '')) ?? []),
  ]
}

const NONE: [] = []

function entriesOf<Category extends string>(table: PhraseTable<Category>): Entry<Category>[] {
  return (Object.keys(table) as Category[]).flatMap((category) =>
    Object.entries(table[category]).flatMap(([language, list]) =>
      list.split('|').map((phrase) => {
        const folded = fold(phrase)
        return { category, language, phrase, folded, words: wordsOf(folded) }
      }),
    ),
  )
}
