import type { RecordSet } from '../core/applying/record-set.ts'
import type { PlanStep } from '../core/fix.ts'
import { MAX_SCORE, roundScore } from '../core/report.ts'
import { type ToldBySteps, toldBySteps } from '../services/telling/told-once.ts'
import { type Item, itemsOf, type Piece } from './advice.ts'
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
  /** What it makes of the DNS, where it was tried and what stands there is known. */
  sets: RecordSet[]
  /** As it is in the report. */
  source: PlanStep
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
  const ordered = recordsOnce([...shown.filter(gains), ...shown.filter((step) => !gains(step))])
  const paying = ordered.filter(gains)
  return {
    first: paying.slice(0, IN_SIGHT),
    more: paying.slice(IN_SIGHT),
    free: ordered.filter((step) => !gains(step)),
    steps: paying.length,
    open: paying.some(({ gain }) => gain === 'unknown'),
  }
}

/** A record that an earlier step offers already is named there again, and not offered twice. */
function recordsOnce(steps: readonly Step[]): Step[] {
  const first = new Map<string, number>()
  return steps.map((step, at) => {
    const isNew = ({ place, text }: Pick<Piece, 'place' | 'text'>) => {
      if (place === undefined) return true
      const number = first.get(`${place} ${text}`) ?? at
      first.set(`${place} ${text}`, number)
      return number === at
    }
    const named = (piece: Piece): Piece => {
      if (isNew(piece)) return piece
      const number = (first.get(`${piece.place} ${piece.text}`) ?? 0) + 1
      return { kind: 'words', text: `${piece.place} as in step ${number}.` }
    }
    const items = step.items.map(({ pieces, below }) => ({
      pieces: pieces.map(named),
      below: below.filter(isNew),
    }))
    return { ...step, items }
  })
}

/** The stable place of a step in a page. */
export function stepAnchor(number: number): string {
  return `step-${number}`
}

/** What its steps say of each check, in the order of the page. */
export function toldIn({ first, more, free }: Plan): ReadonlyMap<string, ToldBySteps> {
  return toldBySteps([...first, ...more, ...free].map(({ source }) => source))
}

/** The score after every step of known gain. */
export function leadsTo({ first, more }: Plan, report: { checks: readonly { score: number }[] }): number {
  const known = [...first, ...more].reduce((sum, { gain }) => sum + (gain === 'unknown' ? 0 : gain), 0)
  const now = report.checks.reduce((sum, check) => sum + check.score, MAX_SCORE)
  return Math.max(0, Math.min(MAX_SCORE, roundScore(now + known)))
}

function shownStep(source: PlanStep, before: readonly PlanStep[], shown: ShownCheck | undefined): Step {
  const { check, says, changes, gain } = source
  const again = before.some((other) => other.check === check && other.says === says)
  const offered = changes.flatMap(offeredBy)
  const typed = shown ? typedIn(shown) : []
  const items = itemsOf([{ advice: again ? '' : says, offered, typed }])
  const title = checkTitle(shown ?? { name: check })
  const who = shown?.words?.who
  const key = `${before.length}-${check}`
  const sets = gain === 'unknown' ? [] : (shown?.recordSets ?? []).filter(isOf(changes))
  return { key, check, title, ...(who && { who }), again, items, gain, sets, source }
}

/** What is made of the names and types of these changes. */
function isOf(changes: PlanStep['changes']): (set: RecordSet) => boolean {
  return ({ name, type }) =>
    changes.some(
      (change) =>
        change.kind === 'dns' &&
        change.type === type &&
        change.name.toLowerCase().replace(/\.$/, '') === name,
    )
}
