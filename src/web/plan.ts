import type { PlanStep } from '../core/fix.ts'
import { MAX_SCORE, roundScore } from '../core/report.ts'
import { type Item, itemsOf } from './advice.ts'
import { typedIn } from './check-advice.ts'
import { checkTitle } from './check-names.ts'
import { offeredBy } from './offered.ts'
import type { ShownCheck } from './view.ts'

/** A step as the page shows it. */
export interface Step {
  key: string
  check: string
  /** Of the check. */
  title: string
  /** Who can change it. Absent of a check that this version does not know. */
  who?: string
  /** An earlier step says the same: only what is to be changed is told. */
  again: boolean
  items: Item[]
  gain: PlanStep['gain']
}

export interface Plan {
  /** In sight. */
  first: Step[]
  more: Step[]
  /** Nothing to gain. */
  free: Step[]
  steps: number
  /** There are steps of unknown gain. */
  open: boolean
}

const IN_SIGHT = 5

/** The steps of a plan, in its order, parted by what a reader needs first. */
export function planOf(steps: readonly PlanStep[], checks: readonly ShownCheck[] = []): Plan {
  const byName = new Map(checks.map((check) => [check.name, check]))
  const shown = steps.map((step, index) => shownStep(step, steps.slice(0, index), byName.get(step.check)))
  const gains = (step: Step) => step.gain === 'unknown' || step.gain > 0
  const paying = shown.filter(gains)
  return {
    first: paying.slice(0, IN_SIGHT),
    more: paying.slice(IN_SIGHT),
    free: shown.filter((step) => !gains(step)),
    steps: paying.length,
    open: paying.some(({ gain }) => gain === 'unknown'),
  }
}

/** The score after every step of known gain. */
export function leadsTo({ first, more }: Plan, report: { checks: readonly { score: number }[] }): number {
  const known = [...first, ...more].reduce((sum, { gain }) => sum + (gain === 'unknown' ? 0 : gain), 0)
  const now = report.checks.reduce((sum, check) => sum + check.score, MAX_SCORE)
  return Math.max(0, Math.min(MAX_SCORE, roundScore(now + known)))
}

function shownStep(
  { check, says, changes, gain }: PlanStep,
  before: readonly PlanStep[],
  shown: ShownCheck | undefined,
): Step {
  const again = before.some((other) => other.check === check && other.says === says)
  const offered = changes.flatMap(offeredBy)
  const typed = shown ? typedIn(shown) : []
  const items = itemsOf([{ advice: again ? '' : says, offered, typed }])
  const title = checkTitle(shown ?? { name: check })
  const who = shown?.words?.who
  return { key: `${before.length}-${check}`, check, title, ...(who && { who }), again, items, gain }
}
