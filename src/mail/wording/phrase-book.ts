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
  byBeginning: Map<string, Entry<Category>>
  /** The lengths of those beginnings. */
  lengths: number[]
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
  const byBeginning = new Map<string, Entry<Category>>()
  const unspaced: Entry<Category>[] = []
  for (const entry of entries) {
    const first = entry.words[0] ?? ''
    if (isUnspaced(entry.phrase)) unspaced.push(entry)
    else if (entry.phrase.endsWith('*')) byBeginning.set(first, entry)
    else byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), entry])
  }
  const lengths = [...new Set([...byBeginning.keys()].map((beginning) => beginning.length))]
  return { byFirstWord, byBeginning, lengths, unspaced }
}

/** The phrases that stand in the text at that word. */
function beginningAt<Category extends string>(
  { byFirstWord, byBeginning, lengths }: Index<Category>,
  words: readonly string[],
  at: number,
): Entry<Category>[] {
  const word = words[at] ?? ''
  const found =
    byFirstWord.get(word)?.filter((entry) => entry.words.every((next, i) => words[at + i] === next)) ?? []
  for (const length of lengths) {
    const entry = word.length >= length ? byBeginning.get(word.slice(0, length)) : undefined
    if (entry) found.push(entry)
  }
  return found
}

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
