import type { Facts } from './facts.ts'
import { points } from './plain.ts'
import type { Said } from './words.ts'

const LABEL = 'Read the report'

/** A message that was tested. */
export function sayMessage(facts: Facts, type: string): Said {
  const which = facts.text('monitor_id') === undefined ? 'A message' : 'A message to a monitor'
  const about = facts.text('message_id')
  const base = { course: 'moment' as const, label: LABEL, ...(about !== undefined && { about }) }
  if (type === 'test.failed') {
    const reason = facts.text('reason')
    return {
      ...base,
      title: `${which} could not be analysed`,
      lines: [reason === undefined ? 'Nothing says why.' : reasonOf(reason)],
      severity: 'warning',
    }
  }
  const score = facts.number('score')
  const scored = score === undefined ? 'was scored' : `scored ${points(score)} of 10`
  return {
    ...base,
    title: `${which} ${scored}`,
    lines: ['The report says what was found, and what to do about it.'],
    severity: 'info',
  }
}

const reasonOf = (reason: string) => (/[.…]$/.test(reason) ? reason : `The reason: ${reason}.`)
