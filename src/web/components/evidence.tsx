import { evidenceTitle } from '../check-names.ts'
import type { ShownCheck } from '../view.ts'

/** Keys with a place of their own in the check. */
const SHOWN_ELSEWHERE = new Set(['summary', 'advice', 'reference', 'findings', 'fix', 'gain'])

export function evidenceOf(check: ShownCheck): [string, string][] {
  return Object.entries(check.detail).filter(([key, value]) => !SHOWN_ELSEWHERE.has(key) && value !== '')
}

/** What was looked at and what it answered. */
export function Evidence({ check }: { check: ShownCheck }) {
  return (
    <dl class="evidence">
      {evidenceOf(check).map(([key, value]) => (
        <div key={key}>
          <dt>{evidenceTitle(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
