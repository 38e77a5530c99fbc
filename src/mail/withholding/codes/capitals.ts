import { BIT } from '../../data/auth-words/concepts.ts'
import { mentionOf, surer } from '../code-evidence.ts'
import { foldedOf } from '../letters.ts'
import type { Segment } from '../segments.ts'
import type { Token } from '../tokens.ts'

const LAST = /(?<![\p{L}\d])([A-Z]{5,8})["'\u201d\u00bb]?[.!]?\s{0,3}$/u
/** What may stand between the word for a code and the code. */
const BETWEEN =
  /^[^\p{L}\d]{0,4}(?:(?:is|ist|lautet|est|es|e|sono|luidt|ar|er|on|to|jest|je)[^\p{L}\d]{1,4})?$/u
const LEAST_SMALL = 6

/** A code of capital letters alone: the last word of a sentence that names it right before, and is not in capitals itself. */
export function codeInCapitals(segment: Segment): Token[] {
  const { plain, folded, hits } = segment
  const text = LAST.exec(plain.slice(-60))?.[1]
  if (text === undefined || (segment.bits & (BIT.goods | BIT.code)) !== BIT.code) return []
  if (!surer(mentionOf(segment), 'weak') || (plain.match(/\p{Ll}/gu)?.length ?? 0) < LEAST_SMALL) return []
  const from = folded.lastIndexOf(foldedOf(text))
  const named = hits.findLast(({ bits, end }) => (bits & BIT.code) !== 0 && end <= from)
  if (from < 0 || !named || !BETWEEN.test(folded.slice(named.end, from))) return []
  const at = plain.lastIndexOf(text)
  return [{ at, end: at + text.length, text, strength: 2, alone: false }]
}
