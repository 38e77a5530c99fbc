import { BIT, CONCEPTS } from './concepts.ts'
import type { Read } from './evidence.ts'
import { addFeatures, type Places } from './places.ts'
import type { Segment } from './segments.ts'
import { tokensIn } from './tokens.ts'

const LEAD = 1_500
const MOST_SEGMENTS = 30
const MOST_OF_ONE = 3
const SHARE = 2.5

/** What is meant in one sentence and in the next, whatever the language: a code beside a link to click is something else than alone. */
export function addMeaning(places: Places, { head, segments, anchorSegments }: Read): void {
  addFeatures(places, meaningFeatures(head, segments, anchorSegments), MOST_OF_ONE, SHARE)
}

function* meaningFeatures(
  head: Segment,
  segments: readonly Segment[],
  anchors: readonly Segment[],
): Generator<string> {
  if (head.plain.trim() !== '') yield* together('s', marksOf(head))
  const lead = segments.filter(({ at }) => at < LEAD).slice(0, MOST_SEGMENTS)
  const marks = lead.map(marksOf)
  for (const [index, here] of marks.entries()) {
    yield* together('b', here)
    for (const one of here) for (const other of marks[index + 1] ?? []) yield `m n ${one}>${other}`
  }
  for (const anchor of anchors) yield* together('a', marksOf(anchor))
}

function* together(mark: string, marks: readonly string[]): Generator<string> {
  for (const [index, one] of marks.entries()) {
    yield `m ${mark} ${one}`
    for (const other of marks.slice(index + 1)) yield `m ${mark} ${one}+${other}`
  }
}

/** What a sentence speaks of, and whether a code or an address is in it. */
function marksOf({ bits, plain }: Segment): string[] {
  const marks: string[] = CONCEPTS.filter((concept) => (bits & BIT[concept]) !== 0)
  const tokens = tokensIn(plain)
  const sure = tokens.filter(({ strength }) => strength === 2)
  if (sure.length > 0) marks.push(sure.some(({ alone }) => alone) ? 'token alone' : 'token')
  else if (tokens.length > 0) marks.push('perhaps a token')
  if (/https?:/i.test(plain)) marks.push('address')
  if (/:\s*$/.test(plain)) marks.push('colon')
  return marks.length > 0 ? marks : ['nothing']
}
