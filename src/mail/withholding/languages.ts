import { functionWordsIn } from './language/function-words.ts'
import { EVERYWHERE, MOST_LANGUAGES } from './language/numbers.ts'
import type { Hit } from './matcher.ts'
import { type Segment, withHits } from './segments.ts'

/** A language is taken for one of the message's when it has this share of the best one's points. */
const SHARE = 0.4

/** How surely a sentence is of each language, by its number; 0 where nothing speaks for it. */
export type Points = Float64Array

/** The languages that something may be written in: 1 for each of them, by its number. */
export type Spoken = Uint8Array

/** What the small words of a sentence and those of the tables say of its language. */
export function pointsOf({ folded, hits }: Segment): Points {
  const points: Points = new Float64Array(MOST_LANGUAGES)
  for (const { languages } of functionWordsIn(folded)) {
    const weight = 3 / Math.sqrt(languages.length)
    for (const language of languages) add(points, language, weight)
  }
  const seen: string[] = []
  for (const { at, end, languages } of hits) {
    if (languages.length === 0) continue
    const word = folded.slice(at, end)
    if (seen.includes(word)) continue
    seen.push(word)
    const weight = Math.min(word.length, 8) / 2 / languages.length
    for (const language of languages) add(points, language, weight)
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
export function spokenIn(all: readonly Points[]): Spoken {
  const sum: Points = new Float64Array(MOST_LANGUAGES)
  for (const points of all) for (let at = 0; at < MOST_LANGUAGES; at += 1) add(sum, at, points[at] ?? 0)
  let best = 0
  for (const weight of sum) if (weight > best) best = weight
  const spoken: Spoken = new Uint8Array(MOST_LANGUAGES)
  spoken[EVERYWHERE] = 1
  for (const [at, weight] of sum.entries()) if (weight > 0 && weight >= best * SHARE) spoken[at] = 1
  return spoken
}

/** A sentence with the words of these languages alone: `let` is a flight in some and nothing in others. */
export function restricted(segment: Segment, spokenOf: () => Spoken): Segment {
  // Most sentences hold none that a language could take away, and are not asked for theirs.
  if (segment.hits.every(isOfAny)) return segment
  const spoken = spokenOf()
  const hits = segment.hits.filter((hit) => isOfAny(hit) || hit.languages.some((one) => spoken[one] === 1))
  return hits.length === segment.hits.length ? segment : withHits(segment, hits)
}

const isOfAny = (hit: Hit) => hit.isOfAny
