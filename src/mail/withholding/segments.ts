import type { Concept } from '../data/auth-words/concepts.ts'
import { BIT } from '../data/auth-words/concepts.ts'
import { foldedOf } from './letters.ts'
import type { Hit, Matcher } from './matcher.ts'

/** A sentence or a line, with the words of the tables in it. */
export interface Segment {
  plain: string
  folded: string
  hits: readonly Hit[]
  /** All concepts in it, as BIT. */
  bits: number
}

/** The words of an address are nobody's. */
const ADDRESS = /https?:\/\/\S{1,2000}/gi

export function segmentOf(plain: string, words: Matcher): Segment {
  const bare = plain.includes('://') ? plain.replace(ADDRESS, ' ') : plain
  const folded = foldedOf(bare).trim()
  return withHits({ plain, folded, hits: [], bits: 0 }, withoutNumbers(words.find(folded)))
}

/** `전화번호`: the word for a number that ends in another's word for a code is no code. */
function withoutNumbers(hits: readonly Hit[]): readonly Hit[] {
  const others = hits.filter(({ bits }) => (bits & BIT.goods) !== 0 && (bits & BIT.code) === 0)
  if (others.length === 0) return hits
  return hits.filter(
    ({ bits, at, end }) => bits !== BIT.code || !others.some((other) => other.at < at && other.end === end),
  )
}

/** Reads the sentences of one message, each once: its text and its HTML say the same. */
export class Reader {
  private readonly words: Matcher
  private readonly known = new Map<string, Segment>()

  constructor(words: Matcher) {
    this.words = words
  }

  read(plain: string): Segment {
    const before = this.known.get(plain)
    if (before) return before
    const segment = segmentOf(plain, this.words)
    this.known.set(plain, segment)
    return segment
  }
}

export function withHits({ plain, folded }: Segment, hits: readonly Hit[]): Segment {
  let bits = 0
  for (const hit of hits) bits |= hit.bits
  return { plain, folded, hits, bits }
}

export function has(segment: Segment, ...concepts: Concept[]): boolean {
  for (const concept of concepts) if ((segment.bits & BIT[concept]) === 0) return false
  return true
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
