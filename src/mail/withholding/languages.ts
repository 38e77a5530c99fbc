import type { Segment } from './segments.ts'

/** A language is taken for one of the message's when it has this share of the best one's words. */
const SHARE = 0.3
/** Its words stand in mail of every language. */
const EVERYWHERE = 'en'

/** The languages of the Latin alphabet that a message may be written in, by the words of the tables found in it. */
export function languagesOf(segments: readonly Segment[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const weights = new Map<string, number>()
  for (const { folded, hits } of segments) {
    for (const { at, end, languages } of hits) {
      const word = folded.slice(at, end)
      if (languages.length === 0 || seen.has(word)) continue
      seen.add(word)
      const weight = Math.min(word.length, 8) / languages.length
      for (const language of languages) weights.set(language, (weights.get(language) ?? 0) + weight)
    }
  }
  const best = Math.max(0, ...weights.values())
  const spoken = [...weights].filter(([, weight]) => weight >= best * SHARE).map(([language]) => language)
  return new Set([EVERYWHERE, ...spoken])
}

/** The sentence with the words of those languages alone: `let` is a flight in some and nothing in others. */
export function inLanguages(segment: Segment, spoken: ReadonlySet<string>): Segment {
  const hits = segment.hits.filter(
    ({ languages }) => languages.length === 0 || languages.some((one) => spoken.has(one)),
  )
  if (hits.length === segment.hits.length) return segment
  return { ...segment, hits, bits: hits.reduce((bits, hit) => bits | hit.bits, 0) }
}
