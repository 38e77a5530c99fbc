import { BIT, bitsOf } from '../../data/auth-words/concepts.ts'
import { TELLING_BITS } from '../carriers/likeliest.ts'
import { isOfGoods } from '../code-evidence.ts'
import { isDashedWord } from '../codes/dashed.ts'
import { isCounted } from '../imprint.ts'
import type { Carrier } from '../looks/carrier.ts'
import { Passage } from '../passage.ts'
import type { Reader, Segment } from '../segments.ts'
import { TAGGED } from '../subject.ts'
import { type Token, tokensIn } from '../tokens.ts'

/** `M365`, `A4X2`: where nothing speaks of codes, a few letters and digits are the name of something. */
function isModel({ text, strength }: Token): boolean {
  return strength === 1 && /\p{L}/u.test(text)
}

/** A subject that speaks of none of these announces no code. */
const OF_CODES = bitsOf(['code', 'pass', 'temp', 'digits', 'use'])

/** `Pipeline 2281 failed`: in the middle of a subject that announces no code four digits count something. */
function isAmid({ strength, at, end }: Token, { plain, folded, bits, hits }: Segment): boolean {
  if (strength > 1 || (bits & OF_CODES) !== 0 || at === 0 || !/\p{L}/u.test(plain.slice(end))) return false
  // "Confirm 4821 to go on"; behind the number something is confirmed already.
  const before = (at * folded.length) / plain.length
  return !hits.some((hit) => (hit.bits & BIT.conf) !== 0 && hit.at < before)
}

/** `InvalidTokenError: token is expired`: what programs report of themselves. */
const THROWN = /\p{Ll}(?:Error|Exception|Fault)(?!\p{L})/u

const MOST_WITH_SUBJECT = 8

/** A subject may be the only place that holds the code: alone, and beside what the body says of one. */
export function subjectCarriers(subject: Segment, reader: Reader, passages: readonly Passage[]): Carrier[] {
  const isSpoken = (subject.bits & TELLING_BITS) !== 0
  const tokens = tokensIn(subject).filter(
    (token) =>
      (isSpoken || !isCounted(subject.plain.slice(0, token.at))) &&
      !isAmid(token, subject) &&
      !isDashedWord(token.text, () => subject.bits, reader),
  )
  const isOfOrder = !isSpoken && (subject.bits & (BIT.goods | BIT.legal)) !== 0
  if (
    TAGGED.test(subject.plain) ||
    THROWN.test(subject.plain) ||
    tokens.every((token) => isOfGoods(subject, token))
  )
    return []
  const alone: Carrier[] = tokens.some((token) => isSpoken || !isModel(token))
    ? [{ kind: 'subject', passage: new Passage([], subject, reader), index: -1 }]
    : []
  const beside = (isOfOrder ? [] : passages).flatMap((passage) =>
    passage.lines
      .keys()
      .filter((index) => speaksOfCode(passage, index))
      .take(MOST_WITH_SUBJECT)
      .map((index): Carrier => ({ kind: 'subject', passage, index }))
      .toArray(),
  )
  return [...alone, ...beside]
}

/** A sentence of a code, and of no password: those are no part of a subject. */
function speaksOfCode(passage: Passage, index: number): boolean {
  const bits = passage.at(index)?.bits ?? 0
  return (bits & (BIT.code | BIT.pass)) === BIT.code && !passage.isImprint(index)
}
