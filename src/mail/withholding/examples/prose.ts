import { bitsOf } from '../../data/auth-words/concepts.ts'
import { type Quoted, UNSPACED } from './quoted.ts'

/** A sentence of prose has so many letters, and ends as sentences do. */
const LEAST = 22
const LEAST_UNSPACED = 12
const ENDS = /[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]["'\u201d\u00bb\u300d\u2019)]?$/
/** What an article about codes goes on speaking of, and footers, legal text and threads do not. */
const TOPICS = bitsOf(['code', 'pass', 'press'])
/** Sentences before and behind one that are looked at. */
const BESIDE = 16
const COUNTED = new WeakMap<Quoted, Map<number, number>>()

/** How many sentences of prose around one speak of codes, passwords or fraud, beside what they quote: whoever hands a code over writes few. */
export function proseAround(passage: Quoted, index: number): number {
  const known = COUNTED.get(passage) ?? new Map<number, number>()
  COUNTED.set(passage, known)
  const before = known.get(index)
  if (before !== undefined) return before
  let found = 0
  for (let at = Math.max(0, index - BESIDE); at <= index + BESIDE; at += 1) {
    if (at !== index && isProse(passage, at)) found += 1
  }
  known.set(index, found)
  return found
}

function isProse(passage: Quoted, index: number): boolean {
  const { plain = '', anchors = [] } = passage.lines[index] ?? {}
  if (anchors.length > 0 || plain.length < LEAST_UNSPACED || !ENDS.test(plain)) return false
  const own = passage.unquotedAt(index)
  const letters = own.match(/\p{L}/gu)?.length ?? 0
  if (letters < (UNSPACED.test(plain) ? LEAST_UNSPACED : LEAST)) return false
  return (passage.spoken(own, index).bits & TOPICS) !== 0
}
