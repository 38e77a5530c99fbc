import type { Carrier } from './carriers.ts'
import { bitsOf, OF_ACCOUNTS } from './concepts.ts'
import type { Segment } from './segments.ts'

const OF_LINKS = bitsOf([...OF_ACCOUNTS, 'invite', 'notyou', 'ignore', 'expire'])
const OF_TOKENS = bitsOf([...OF_ACCOUNTS, 'digits', 'use'])
/** These say so only in company. */
const HINTING = bitsOf(['list', 'pay', 'unit', 'mail', 'ask', 'click', 'link', 'invite'])
/** A subject that speaks of these speaks of every carrier below it. */
const OF_SUBJECTS = bitsOf(['code', 'auth', 'pass', 'sign', 'conf', 'confn', 'unlock', 'invite', 'reset'])

/** Sentences before and behind that may speak of a carrier. */
const BESIDE = 2

/** Something beside a carrier's looks says that it opens an account: its sentence, those beside it, or the subject. */
export function isSpokenOf({ kind, passage, index, view }: Carrier, subject: Segment): boolean {
  if (kind === 'subject') return true
  if (view?.opens) return true
  if ((subject.bits & OF_SUBJECTS) !== 0) return true
  let bits = 0
  for (let at = index - BESIDE; at <= index + BESIDE; at += 1) bits |= passage.bitsAt(at)
  if ((bits & (kind === 'link' ? OF_LINKS : OF_TOKENS)) !== 0) return true
  const hints = bits & HINTING
  return (hints & (hints - 1)) !== 0
}
