import { bitsOf } from '../../data/auth-words/concepts.ts'
import { EXAMPLE_WORDS } from '../../data/example-words.ts'
import { createPhraseBook } from '../../reading/words/phrase-book.ts'
import type { Segment } from '../segments.ts'
import { holdsMoney } from '../tokens.ts'
import type { Quoted as Passage } from './quoted.ts'

const { fraud, declared } = EXAMPLE_WORDS
const WARNING = createPhraseBook({ fraud })
const DECLARING = createPhraseBook({ declared })

/** What is written about, where codes are: fraud, advice, software. */
const TOPICS = bitsOf(['press', 'dev'])
/** Sentences before and behind one that tell what it is quoted for. */
const BESIDE = 6
/** One word of fraud stands in many a mail. */
const LEAST_WARNING = 2
const ASKS = /[?\u061f\uff1f]$/

/** Sentences around one, without what they quote. */
export function besideOf(passage: Passage, index: number): Segment[] {
  const found: Segment[] = []
  for (let at = index - BESIDE; at <= index + BESIDE; at += 1) {
    const plain = passage.unquotedAt(at)
    if (plain !== '') found.push(passage.spoken(plain, at))
  }
  return found
}

/** What was found of a line: many quotations may stand in one. */
const WARNED = new WeakMap<Passage, Map<number, boolean>>()

/** Around a line fraud, advice or how software is made is written about. */
export function isWarned(passage: Passage, index: number): boolean {
  const known = WARNED.get(passage) ?? new Map<number, boolean>()
  WARNED.set(passage, known)
  const found = known.get(index) ?? warns(passage, index)
  known.set(index, found)
  return found
}

/** The subject or the sentences around speak of fraud, of advice or of how software is made. */
function warns(passage: Passage, index: number): boolean {
  const around = [passage.subject, ...besideOf(passage, index)]
  if (around.some(({ bits }) => (bits & TOPICS) !== 0)) return true
  if (around.some(({ plain }) => declares(plain))) return true
  const words = around.map(({ plain }) => WARNING.find(plain).length)
  const found = words.reduce((sum, some) => sum + some, Number(passage.audience === 'many'))
  // What was lost to a fraud is told in money.
  return (
    found + 1 >= LEAST_WARNING && (found >= LEAST_WARNING || around.some(({ plain }) => holdsMoney(plain)))
  )
}

/** A sentence says that what the mail holds was made up to be shown; who asks whether it was does not know. */
export function declares(plain: string): boolean {
  return !ASKS.test(plain) && DECLARING.has(plain)
}
