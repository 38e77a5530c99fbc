import type { Expectations } from '../../../../core/watching/monitor.ts'
import type { SeenOutcome } from '../observation.ts'
import { scoreLow } from '../words.ts'
import { isBelow, type Verdict } from './verdict.ts'

/** Whether a message scores what is expected. What could not be determined may have cost points: with it, it is not yet good. */
export function judgeScore({ leastScore }: Expectations, outcome: SeenOutcome): Verdict[] {
  if (leastScore === undefined || outcome.status === 'failed') return []
  const { score, undetermined } = outcome
  const isLow = isBelow(score, leastScore)
  const mayBeLow = isBelow(score - undetermined, leastScore)
  return [
    {
      condition: 'score_low',
      is: isLow ? 'bad' : mayBeLow ? 'unknown' : 'good',
      says: scoreLow(score, leastScore),
      expected: leastScore,
    },
  ]
}
