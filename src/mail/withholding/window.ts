import { pointsOf, restricted, type Spoken, spokenIn } from './languages.ts'
import { plainOf } from './letters.ts'
import type { Carrier } from './looks/carrier.ts'
import type { Passage } from './passage.ts'
import type { Reader, Segment } from './segments.ts'
import { labelOf } from './text/labels.ts'

/** A carrier and what stands around it: all that is looked at when it is judged. */
export interface Window {
  carrier: Carrier
  /** The subject, in the languages around the carrier. */
  head: Segment
  /** The carrier's own sentence. */
  own: Segment
  /** Sentences before and behind it, the nearest first. */
  before: readonly Segment[]
  behind: readonly Segment[]
  /** The sentences of `before`, `own` and `behind` in their order, and where `own` stands in it. */
  near: readonly Segment[]
  at: number
  /** Concepts of a wider neighbourhood, and its sentences. */
  wide: readonly Segment[]
  /** The words that are clicked. */
  label: Segment
}

const NEAR = { sentences: 3, letters: 350 }
const WIDE = { sentences: 8, letters: 900 }
/** So many lines of a menu are stepped over. */
const MOST_PASSED = 40
const EMPTY: Segment = { plain: '', folded: '', hits: [], bits: 0 }

export function windowOf(carrier: Carrier, subject: Segment, reader: Reader): Window {
  const { passage, index } = carrier
  const spoken = () => (index < 0 ? spokenIn([pointsOf(subject)]) : passage.spokenAt(index))
  const before = index < 0 ? [] : neighbours(passage, index, -1, NEAR)
  const behind = index < 0 ? [] : neighbours(passage, index, 1, NEAR)
  const own = passage.at(index) ?? EMPTY
  const near = [...before.toReversed(), own, ...behind]
  return {
    carrier,
    head: restricted(subject, spoken),
    own,
    before,
    behind,
    near,
    at: before.length,
    wide:
      index < 0 ? [] : [...neighbours(passage, index, -1, WIDE), own, ...neighbours(passage, index, 1, WIDE)],
    label: labelled(carrier, spoken, reader),
  }
}

function labelled(carrier: Carrier, spoken: () => Spoken, reader: Reader): Segment {
  const { passage, index, anchor } = carrier
  if (!anchor) return EMPTY
  const label = plainOf(labelOf(anchor, passage.lines, index))
  if (label === passage.lines[index]?.plain) return passage.at(index) ?? EMPTY
  if (label === passage.lines[index - 1]?.plain) return passage.at(index - 1) ?? EMPTY
  return restricted(reader.read(label), spoken)
}

function neighbours(
  passage: Passage,
  index: number,
  step: -1 | 1,
  most: { sentences: number; letters: number },
): Segment[] {
  const found: Segment[] = []
  let letters = 0
  let passed = 0
  for (let at = index + step; found.length < most.sentences && letters < most.letters; at += step) {
    const segment = passage.at(at)
    if (!segment) break
    if (passage.isApart(at, index) && passed < MOST_PASSED) {
      passed += 1
      continue
    }
    found.push(segment)
    letters += segment.plain.length
  }
  return found
}
