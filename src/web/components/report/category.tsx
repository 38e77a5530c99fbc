import type { ComponentChildren } from 'preact'
import type { ToldBySteps } from '../../../services/telling/told-once.ts'
import { checkTitle, groupTitle } from '../../check-names.ts'
import type { Category } from '../../sections.ts'
import type { ShownCheck } from '../../view.ts'
import { CostlyCheck, FoldedCheck } from '../check.tsx'
import { categoryAnchor, countsOf } from './glance.tsx'

interface CategoryProps {
  category: Category
  /** The most points a check can cost. */
  weightOf: (name: string) => number
  /** What steps of the plan say of checks. Where there is a plan, checks that cost points are folded. */
  told: ReadonlyMap<string, ToldBySteps>
  /** What stands above the checks. */
  children?: ComponentChildren
}

/** A group of checks: what costs points, what is open, what could be better; what is fine is folded away. */
export function CategorySection({ category, weightOf, told, children }: CategoryProps) {
  const { group, cost, undetermined, advice, information, passed } = category
  const id = categoryAnchor(group)
  return (
    <section class="group" aria-labelledby={id}>
      <div class="group-head">
        <h2 id={id}>{groupTitle(group)}</h2>
        <p class="quiet">{countsOf(category)}</p>
      </div>
      {children}
      {cost.map((check) => (
        <CostlyCheck key={check.name} check={check} told={told.get(check.name)} open={told.size === 0} />
      ))}
      {undetermined.map((check) => (
        <FoldedCheck
          key={check.name}
          check={check}
          told={told.get(check.name)}
          atMost={weightOf(check.name)}
        />
      ))}
      {advice.map((check) => (
        <FoldedCheck key={check.name} check={check} told={told.get(check.name)} />
      ))}
      <Fine
        checks={[...passed, ...information]}
        passed={passed.length}
        alone={advice.length + cost.length + undetermined.length === 0}
      />
    </section>
  )
}

interface FineProps {
  checks: readonly ShownCheck[]
  passed: number
  /** There is nothing else in the group. */
  alone: boolean
}

function Fine({ checks, passed, alone }: FineProps) {
  if (checks.length === 0) return null
  const neutral = checks.length - passed
  const counts = [
    ...(passed > 0 ? [`${alone && neutral === 0 && passed > 1 ? 'All ' : ''}${passed} passed`] : []),
    ...(neutral > 0 ? [`${neutral} for information`] : []),
  ]
  return (
    <details class="fine">
      <summary>
        <span class={passed > 0 ? 'sign sign-passed' : 'sign'} aria-hidden="true">
          {passed > 0 ? '✓' : '–'}
        </span>
        <span>{counts.join(', ')}</span>
        <span class="fine-names">{checks.map(checkTitle).join(', ')}</span>
      </summary>
      {checks.map((check) => (
        <FoldedCheck key={check.name} check={check} />
      ))}
    </details>
  )
}
