import type { Readiness } from '../ready.ts'
import { type Evidence, NEEDED } from './evidence.ts'
import { amount } from './figures.ts'

/** Enough for a verdict. */
export const isEnough = ({ days, reporters, messages }: Evidence) =>
  days >= NEEDED.days && reporters >= NEEDED.reporters && messages >= NEEDED.messages

/** Which reports readiness goes by: the authenticated ones, unless these are too few. */
export function basisOf(authenticated: Evidence, all: Evidence): Readiness['basis'] {
  if (isEnough(authenticated)) return 'authenticated'
  const isMore = (['days', 'reporters', 'messages'] as const).some((what) => all[what] > authenticated[what])
  return isMore ? 'all' : 'authenticated'
}

/** What there is, and what is missing for a verdict. */
export function dataOf(evidence: Evidence): Readiness['data'] {
  const { days, reporters, messages } = evidence
  return { days, reporters, messages, enough: isEnough(evidence), missing: missingOf(evidence) }
}

function missingOf({ days, reporters, messages }: Evidence): string[] {
  const left = {
    days: NEEDED.days - days,
    reporters: NEEDED.reporters - reporters,
    messages: NEEDED.messages - messages,
  }
  return [
    ...(left.days > 0 ? [needed(left.days, 'day', ' with reports', `${days} of ${NEEDED.days}`)] : []),
    ...(left.reporters > 0
      ? [needed(left.reporters, 'reporter', '', `${reporters} of ${NEEDED.reporters}`)]
      : []),
    ...(left.messages > 0
      ? [needed(left.messages, 'message', ' in reports', `${amount(messages)} of ${NEEDED.messages}`)]
      : []),
  ]
}

function needed(more: number, what: string, which: string, there: string): string {
  const [some, are] = more === 1 ? [what, 'is'] : [`${what}s`, 'are']
  return `${more} more ${some}${which} ${are} needed: so far ${there}.`
}
