import { FUNCTION_WORDS } from '../data/auth-words/function-words.ts'
import { foldedOf, plainOf } from './letters.ts'
import type { Hit } from './matcher.ts'
import { type Segment, withHits } from './segments.ts'

/** A language is taken for one of the message's when it has this share of the best one's points. */
const SHARE = 0.4
/** Its words stand in mail of every language. */
const EVERYWHERE = 'en'

/** A number for each language, from 0: points are added up by them, for every sentence of a message. */
const numbers = new Map<string, number>()
const names: string[] = []
const MOST_LANGUAGES = 128

function numberOf(language: string): number {
  const known = numbers.get(language)
  if (known !== undefined) return known
  if (names.length >= MOST_LANGUAGES) throw new Error('There are too many languages.')
  numbers.set(language, names.length)
  return names.push(language) - 1
}

let functionWords: Map<string, number[]> | undefined

/** The languages that have a word, by the word. */
function byFunctionWord(): Map<string, number[]> {
  if (functionWords) return functionWords
  functionWords = new Map()
  for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
    for (const word of new Set(words.split(' ').map((one) => foldedOf(plainOf(one))))) {
      const languages = functionWords.get(word)
      if (languages) languages.push(numberOf(language))
      else functionWords.set(word, [numberOf(language)])
    }
  }
  return functionWords
}

/** How surely a sentence is of each language, by its number; 0 where nothing speaks for it. */
export type Points = Float64Array

/** What the small words of a sentence and those of the tables say of its language. */
export function pointsOf({ folded, hits }: Segment): Points {
  const points: Points = new Float64Array(MOST_LANGUAGES)
  const known = byFunctionWord()
  for (const word of new Set(folded.split(/[^\p{L}]+/u))) {
    const languages = known.get(word)
    if (!languages) continue
    const weight = 3 / Math.sqrt(languages.length)
    for (const language of languages) add(points, language, weight)
  }
  const seen = new Set<string>()
  for (const { at, end, languages } of hits) {
    const word = folded.slice(at, end)
    if (languages.length === 0 || seen.has(word)) continue
    seen.add(word)
    const weight = Math.min(word.length, 8) / 2 / languages.length
    for (const language of languages) add(points, numberOf(language), weight)
  }
  return points
}

function add(points: Points, language: number, weight: number): void {
  points[language] = (points[language] ?? 0) + weight
}

/** The same points, none above `most`. */
export function atMost(points: Points, most: number): Points {
  return points.map((weight) => Math.min(weight, most))
}

/** The languages of the Latin alphabet that these sentences may be written in. */
export function spokenIn(all: Iterable<Points>): ReadonlySet<string> {
  const sum: Points = new Float64Array(MOST_LANGUAGES)
  for (const points of all) for (let at = 0; at < names.length; at += 1) add(sum, at, points[at] ?? 0)
  const best = Math.max(...sum)
  const spoken = names.filter((_, at) => isAmong(sum[at] ?? 0, best))
  return new Set([EVERYWHERE, ...spoken])
}

const isAmong = (weight: number, best: number) => weight > 0 && weight >= best * SHARE

/** A sentence with the words of these languages alone: `let` is a flight in some and nothing in others. */
export function restricted(segment: Segment, spokenOf: () => ReadonlySet<string>): Segment {
  // Most sentences hold none that a language could take away, and are not asked for theirs.
  if (segment.hits.every(isOfAny)) return segment
  const spoken = spokenOf()
  const hits = segment.hits.filter((hit) => isOfAny(hit) || hit.languages.some((one) => spoken.has(one)))
  return hits.length === segment.hits.length ? segment : withHits(segment, hits)
}

/** A word that stays whatever is spoken. */
function isOfAny({ languages }: Hit): boolean {
  return languages.length === 0 || languages.includes(EVERYWHERE)
}
