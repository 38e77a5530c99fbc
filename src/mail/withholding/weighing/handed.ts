import { isOfAdvice } from '../examples/headlines.ts'
import { isNamedBy } from '../examples/named.ts'
import { has, near } from '../segments.ts'
import { tokensIn } from '../tokens.ts'
import type { Window } from '../window.ts'

/**
 * A value in what goes to many, or in instructions, that nobody is handed: it is not named right before, nor alone in its line or behind a colon, and
 * nothing says to type it or when it expires. Articles mention codes so.
 */
export function isMentioned({ carrier, own, head, near: around, at }: Window): boolean {
  const { kind, passage, index } = carrier
  if (kind === 'link' || kind === 'subject' || passage.audience === 'answered') return false
  if (passage.audience === 'one' && !isOfAdvice(head.plain) && !has(head, 'press')) return false
  if (tokensIn(head).length > 0) return false
  const tokens = passage.tokensAt(index)
  if (tokens.some(({ alone }) => alone)) return false
  const beside = around.slice(Math.max(0, at - 1), at + 2)
  if (beside.some((segment) => near(segment, 'expire', 'unit', 40))) return false
  if (tokens.length === 0) return !isNamedBy(passage, own.plain.replace(LAST, ''), index)
  const isTold = (lead: string) =>
    isNamedBy(passage, lead, index) || (isOfKeys && IS.test(lead.slice(-MOST_LEAD)))
  const isOfKeys = has(own, 'pass') || has(own, 'code')
  return !tokens.some((token) => isTold(own.plain.slice(0, token.at)))
}

const MOST_LEAD = 20
/** "The password for the members' area is" */
const IS =
  /(?<!\p{L})(?:is|ist|lautet|est|es|\u00e8|\u00e9|luidt|\u00e4r|er|on|to|jest|je)[\s:="'\u00ab\u201c-\u201e]{1,4}$/iu

/** The last word of a sentence. */
const LAST = /\S{1,60}$/u
