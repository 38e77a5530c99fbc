import type { Concept } from './concepts.ts'
import { BIT } from './concepts.ts'
import { foldedOf } from './letters.ts'
import type { Hit, Matcher } from './matcher.ts'

/** A sentence or a line. */
export interface Segment {
  plain: string
  folded: string
  hits: readonly Hit[]
  /** All concepts in it, as BIT. */
  bits: number
  /** Where it begins, in characters of its body. */
  at: number
}

const MOST_SEGMENTS = 3_000
const MOST_LENGTH = 600

/** Ends of sentences; scripts without spaces need none behind the mark. */
const ENDS = /(?<=[.!?])\s+|(?<=[\u3002\u0964\u06d4\u061f\u3000])\s*|(?<=[!?])(?=\p{Lo})/u

/** The words of an address are nobody's. */
const ADDRESS = /https?:\/\/\S{1,2000}/gi

export function segmentsOf(text: string, words: Matcher): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const line of text.split('\n')) {
    for (const sentence of line.split(ENDS)) {
      for (let start = 0; start < sentence.length; start += MOST_LENGTH) {
        if (segments.length >= MOST_SEGMENTS) return segments
        segments.push(segmentOf(sentence.slice(start, start + MOST_LENGTH), at, words))
      }
      at += sentence.length + 1
    }
  }
  return segments
}

export function segmentOf(plain: string, at: number, words: Matcher): Segment {
  const folded = foldedOf(plain.replace(ADDRESS, ' ')).trim()
  const hits = words.find(folded)
  return { plain, folded, hits, bits: hits.reduce((bits, hit) => bits | hit.bits, 0), at }
}

export function has(segment: Segment, ...concepts: Concept[]): boolean {
  return concepts.every((concept) => (segment.bits & BIT[concept]) !== 0)
}

/** The shortest way between two concepts in a sentence, in letters; Infinity where one is missing. One word may be both. */
export function distance(segment: Segment, one: Concept, other: Concept): number {
  if (!has(segment, one, other)) return Number.POSITIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  for (const a of segment.hits) {
    if ((a.bits & BIT[one]) === 0) continue
    for (const b of segment.hits) {
      if ((b.bits & BIT[other]) === 0) continue
      least = Math.min(least, a.at < b.at ? Math.max(0, b.at - a.end) : Math.max(0, a.at - b.end))
    }
  }
  return least
}

export function near(segment: Segment, one: Concept, other: Concept, most = 60): boolean {
  return distance(segment, one, other) <= most
}
