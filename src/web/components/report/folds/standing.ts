import { detailOf } from '../../../../core/check.ts'
import type { ShownCheck } from '../../../view.ts'

/** Whether something is wrong with what checks looked at, and that in words. */
export interface Standing {
  isWrong: boolean
  /** Absent: nothing was looked at. */
  says?: string
}

/** How these checks of a report stand together. */
export function standingOf(checks: readonly ShownCheck[], names: readonly string[]): Standing {
  const own = checks.filter(({ name }) => names.includes(name))
  const wrong = own.find((one) => one.score < 0 || one.status === 'failed' || detailOf(one)['advice'])
  if (wrong) return { isWrong: true, says: wrong.findings[0]?.says ?? wrong.summary }
  if (own.some(({ status }) => status === 'error'))
    return { isWrong: false, says: 'Not all of it could be determined.' }
  return { isWrong: false, ...(own.length > 0 && { says: 'Nothing in it is wrong.' }) }
}
