import { CONCEPTS } from '../../data/auth-words/concepts.ts'
import type { Carrier } from '../looks/carrier.ts'
import type { Segment } from '../segments.ts'
import type { Window } from '../window.ts'
import { type Places, placeOf } from './places.ts'

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
  for (const shape of shapesOf(carrier)) add(`t ${shape}`)
  const kind = carrier.kind === 'perhaps' ? 'token' : carrier.kind
  const here = conceptsOf([own])
  const subject = conceptsOf([head])
  const clicked = conceptsOf([label])
  const earlier = conceptsOf(before)
  const later = conceptsOf(behind)
  const alone = (mark: string, concepts: readonly number[]) => {
    for (const one of concepts) {
      add(`m ${mark} ${NAMES[one]}`)
      add(`m ${kind} ${mark} ${NAMES[one]}`)
    }
  }
  alone('c', here)
  alone('s', subject)
  if (carrier.anchor) alone('a', clicked)
  alone('p', earlier)
  alone('f', later)
  for (const one of conceptsOf(wide)) add(`m w ${NAMES[one]}`)
  addAmong(places, 'c', here)
  addAmong(places, 's', subject)
  if (carrier.anchor) addAmong(places, 'a', clicked)
  const around = [...new Set([...earlier, ...later])]
  addAcross(places, 'n', around, here)
  addAcross(places, 'ns', around, subject)
  addAcross(places, 'na', around, clicked)
  addAcross(places, 'sc', subject, here)
  addAcross(places, 'sa', subject, clicked)
}

/** Every two concepts of one part. */
function addAmong(places: Places, mark: Mark, concepts: readonly number[]): void {
  for (const [index, one] of concepts.entries()) addAcross(places, mark, [one], concepts.slice(index + 1))
}

/** Every concept of one part with every one of another. */
function addAcross(places: Places, mark: Mark, ones: readonly number[], others: readonly number[]): void {
  for (const one of ones) {
    for (const other of others) places.set(placeOfPair(mark, one, other), SHARE)
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
