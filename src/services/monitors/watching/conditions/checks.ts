import type { Expectations } from '../../../../core/watching/monitor.ts'
import type { SeenOutcome } from '../observation.ts'
import { checkFailed } from '../words.ts'
import type { Verdict } from './verdict.ts'

/** Whether the checks that must pass do. One that could not be determined, or is not in the report, says nothing. */
export function judgeChecks({ mustPass }: Expectations, outcome: SeenOutcome): Verdict[] {
  if (outcome.status === 'failed') return []
  return [...new Set(mustPass)].flatMap((name): Verdict[] => {
    const check = outcome.checks.find((one) => one.name === name)
    if (!check) return []
    const is = check.status === 'failed' ? 'bad' : check.status === 'error' ? 'unknown' : 'good'
    return [{ condition: 'check_failed', about: name, is, says: checkFailed(name, check.summary) }]
  })
}
