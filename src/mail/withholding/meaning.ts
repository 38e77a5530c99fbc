import type { Carrier } from './carriers.ts'
import { CONCEPTS } from './concepts.ts'
import { type Places, placeOf } from './places.ts'
import type { Segment } from './segments.ts'
import type { Window } from './window.ts'

const SHARE = 0.35
/** Stands for a concept where there is none. */
const NOTHING = CONCEPTS.length
const NAMES = [...CONCEPTS, 'nothing']

/** Which two parts of a window a pair of concepts stands in. */
const MARKS = ['c', 's', 'a', 'n', 'ns', 'na', 'sc', 'sa'] as const
type Mark = (typeof MARKS)[number]
const PAIRS = new Int32Array(MARKS.length * NAMES.length * NAMES.length).fill(-1)

/** What is meant by the sentences around a carrier, whatever the language: a code's noun says more in the sentence itself. */
export function addMeaning(places: Places, window: Window): void {
  const { carrier, head, own, before, behind, wide, label } = window
  const add = (feature: string) => places.set(placeOf(feature), SHARE)
  const pair = (mark: Mark, one: number, other: number) => places.set(placeOfPair(mark, one, other), SHARE)
  for (const shape of shapesOf(carrier)) add(`t ${shape}`)
  const kind = carrier.kind === 'perhaps' ? 'token' : carrier.kind
  const parts = { c: conceptsOf([own]), s: conceptsOf([head]), a: carrier.anchor ? conceptsOf([label]) : [] }
  for (const mark of ['c', 's', 'a'] as const) {
    for (const [index, one] of parts[mark].entries()) {
      add(`m ${mark} ${NAMES[one]}`)
      add(`m ${kind} ${mark} ${NAMES[one]}`)
      for (const other of parts[mark].slice(index + 1)) pair(mark, one, other)
    }
  }
  for (const [mark, segments] of [['p', before], ['f', behind]] as const) {
    for (const one of conceptsOf(segments)) {
      add(`m ${mark} ${NAMES[one]}`)
      add(`m ${kind} ${mark} ${NAMES[one]}`)
    }
  }
  for (const one of conceptsOf(wide)) add(`m w ${NAMES[one]}`)
  const clicked = conceptsOf([label])
  for (const one of new Set([...conceptsOf(before), ...conceptsOf(behind)])) {
    for (const other of parts.c) pair('n', one, other)
    for (const other of parts.s) pair('ns', one, other)
    for (const other of clicked) pair('na', one, other)
  }
  for (const one of parts.s) {
    for (const other of parts.c) pair('sc', one, other)
    for (const other of clicked) pair('sa', one, other)
  }
}

function placeOfPair(mark: Mark, one: number, other: number): number {
  const at = (MARKS.indexOf(mark) * NAMES.length + one) * NAMES.length + other
  const known = PAIRS[at] as number
  if (known >= 0) return known
  const place = placeOf(`m ${mark} ${NAMES[one]}+${NAMES[other]}`)
  PAIRS[at] = place
  return place
}

/** What sentences speak of, by numbers. */
function conceptsOf(segments: readonly Segment[]): number[] {
  const bits = segments.reduce((all, segment) => all | segment.bits, 0)
  if (bits === 0) return [NOTHING]
  const found: number[] = []
  for (let index = 0; index < CONCEPTS.length; index += 1) if ((bits & (1 << index)) !== 0) found.push(index)
  return found
}

/** What the tokens of a sentence look like: how many digits and letters in a row. */
function shapesOf({ kind, passage, index }: Carrier): string[] {
  if (kind === 'link' || kind === 'subject') return []
  return passage
    .tokensAt(index)
    .slice(0, 3)
    .map(({ text, alone }) => `${shapeOf(text).slice(0, 16)}${alone ? '!' : ''}`)
}

function shapeOf(text: string): string {
  return text
    .replace(/\d/g, '0')
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{L}/gu, (letter) => (letter === 'A' ? 'A' : 'a'))
}
