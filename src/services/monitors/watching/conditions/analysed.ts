import type { SeenOutcome } from '../observation.ts'
import { notAnalysed } from '../words.ts'
import type { Verdict } from './verdict.ts'

/** Whether a message could be analysed. */
export function judgeAnalysis(outcome: SeenOutcome): Verdict[] {
  const isFailed = outcome.status === 'failed'
  return [
    {
      condition: 'not_analysed',
      is: isFailed ? 'bad' : 'good',
      says: isFailed ? notAnalysed(outcome.reason) : '',
    },
  ]
}
