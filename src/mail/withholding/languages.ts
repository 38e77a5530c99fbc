import { FUNCTION_WORDS } from '../data/auth-words/function-words.ts'
import { foldedOf, plainOf } from './letters.ts'
import { type Segment, withHits } from './segments.ts'

/** A language is taken for one of the message's when it has this share of the best one's points. */
const SHARE = 0.4
/** Its words stand in mail of every language. */
const EVERYWHERE = 'en'

let functionWords: Map<string, string[]> | undefined

/** The languages that have a word, by the word. */
function byFunctionWord(): Map<string, string[]> {
  if (functionWords) return functionWords
  functionWords = new Map()
  for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
    for (const word of new Set(words.split(' ').map((one) => foldedOf(plainOf(one))))) {
      const languages = functionWords.get(word)
      if (languages) languages.push(language)
      else functionWords.set(word, [language])
    }
  }
  return functionWords
}

/** How surely a sentence is of each language. */
export type Points = ReadonlyMap<string, number>

/** What the small words of a sentence and those of the tables say of its language. */
export function pointsOf({ folded, hits }: Segment): Points {
  const points = new Map<string, number>()
  const add = (languages: readonly string[], weight: number) => {
    for (const language of languages) points.set(language, (points.get(language) ?? 0) + weight)
  }
  for (const word of new Set(folded.split(/[^\p{L}]+/u))) {
    const languages = byFunctionWord().get(word) ?? []
    add(languages, 3 / Math.sqrt(languages.length))
  }
  const seen = new Set<string>()
  for (const { at, end, languages } of hits) {
    const word = folded.slice(at, end)
    if (languages.length === 0 || seen.has(word)) continue
    seen.add(word)
    add(languages, Math.min(word.length, 8) / 2 / languages.length)
  }
  return points
}

/** The same points, none above `most`. */
export function atMost(points: Points, most: number): Points {
  return new Map([...points].map(([language, weight]) => [language, Math.min(weight, most)]))
}

/** The languages of the Latin alphabet that these sentences may be written in. */
export function spokenIn(all: Iterable<Points>): ReadonlySet<string> {
  const sum = new Map<string, number>()
  for (const points of all) {
    for (const [language, weight] of points) sum.set(language, (sum.get(language) ?? 0) + weight)
  }
  const best = Math.max(0, ...sum.values())
  return new Set([EVERYWHERE, ...[...sum].filter(([, weight]) => weight >= best * SHARE).map(([one]) => one)])
}

/** A sentence with the words of these languages alone: `let` is a flight in some and nothing in others. */
export function restricted(segment: Segment, spoken: ReadonlySet<string>): Segment {
  const hits = segment.hits.filter(
    ({ languages }) => languages.length === 0 || languages.some((one) => spoken.has(one)),
  )
  return hits.length === segment.hits.length ? segment : withHits(segment, hits)
}
