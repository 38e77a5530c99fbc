import { FUNCTION_WORDS } from '../../data/auth-words/function-words.ts'
import { unitClass } from '../../reading/words/unit-class.ts'
import { foldedOf, plainOf } from '../letters.ts'
import { numberOf } from './numbers.ts'

/** A word that hardly says anything, and the languages that say it. */
export interface FunctionWord {
  languages: readonly number[]
}

const isLetter = unitClass(/\p{L}/u)

/** By hashes of words: most words of a message are no such word, which is known without a copy of them. */
const HASHES = 1 << 16
const hashed = (hash: number, unit: number) => (Math.imul(hash, 31) + unit) & (HASHES - 1)

let words: Map<string, FunctionWord & { languages: number[] }> | undefined
let longest = 0
const mayBe = new Uint8Array(HASHES)

function allWords(): ReadonlyMap<string, FunctionWord> {
  if (words) return words
  words = new Map()
  for (const [language, list] of Object.entries(FUNCTION_WORDS)) {
    for (const word of new Set(list.split(' ').map((one) => foldedOf(plainOf(one))))) {
      const known = words.get(word)
      if (known) known.languages.push(numberOf(language))
      else words.set(word, { languages: [numberOf(language)] })
      let hash = 0
      for (let at = 0; at < word.length; at += 1) hash = hashed(hash, word.charCodeAt(at))
      mayBe[hash] = 1
      longest = Math.max(longest, word.length)
    }
  }
  return words
}

/** The function words of a folded text, each once, in order of appearance. */
export function functionWordsIn(folded: string): FunctionWord[] {
  const known = allWords()
  const found: FunctionWord[] = []
  for (let at = 0; at < folded.length; ) {
    const start = at
    let hash = 0
    for (; isLetter(folded, at); at += 1) hash = hashed(hash, folded.charCodeAt(at))
    if (at > start && at - start <= longest && mayBe[hash] === 1) {
      const word = known.get(folded.slice(start, at))
      if (word && !found.includes(word)) found.push(word)
    }
    at += 1
  }
  return found
}
