import { detailOf } from '../core/check.ts'
import type { ShownCheck, ShownReport } from './view.ts'
import { plural, points } from './wording.ts'

/** A report's checks in the order they are read: what costs points, what is open, what is fine. */
export interface Sections {
  /** Most points first. */
  cost: ShownCheck[]
  undetermined: ShownCheck[]
  /** Costs nothing and could be better. */
  advice: ShownCheck[]
  information: ShownCheck[]
  passed: ShownCheck[]
}

export function sectionsOf(checks: readonly ShownCheck[]): Sections {
  const costing = checks.filter((check) => check.score < 0)
  const free = checks.filter((check) => check.score >= 0)
  const advises = (check: ShownCheck) => check.status === 'failed' || Boolean(detailOf(check)['advice'])
  const open = free.filter((check) => check.status === 'error')
  const judged = free.filter((check) => check.status !== 'error')
  return {
    cost: costing.toSorted((a, b) => a.score - b.score),
    undetermined: open,
    advice: judged.filter(advises),
    information: judged.filter((check) => !advises(check) && check.status === 'neutral'),
    passed: judged.filter((check) => !advises(check) && check.status === 'passed'),
  }
}

const LISTINGS = new Set(['blocklist', 'domain-blocklist', 'link-blocklist'])

/** The checks of one group of the catalogue. */
export interface Category extends Sections {
  group: string
  /** Points lost here, as a positive number. */
  lost: number
  /** Failed without a cost. */
  unmet: ShownCheck[]
  /** Listings that cost nothing: hardly a receiver acts on them. */
  noted: number
  /** The rest. */
  fine: number
}

/** In the catalogue's order; checks that the catalogue no longer names come last, as `other`. */
export function categoriesOf(
  checks: readonly ShownCheck[],
  catalogue: readonly { name: string; group: string }[],
): Category[] {
  const groupOf = new Map(catalogue.map(({ name, group }) => [name, group]))
  const groups = [...new Set([...catalogue.map(({ group }) => group), 'other'])]
  return groups.flatMap((group) => {
    const own = checks.filter(({ name }) => (groupOf.get(name) ?? 'other') === group)
    if (own.length === 0) return []
    const sections = sectionsOf(own)
    const lost = -sections.cost.reduce((sum, check) => sum + check.score, 0)
    const failed = sections.advice.filter(({ status }) => status === 'failed')
    const unmet = failed.filter(({ name }) => !LISTINGS.has(name))
    const noted = failed.length - unmet.length
    const fine = own.length - sections.cost.length - sections.undetermined.length - failed.length
    return [{ ...sections, group, lost, unmet, noted, fine }]
  })
}

/** N checks could not be determined (up to X points). Absent when every scored check was. */
export function undeterminedSentence({
  checks,
  points: most,
}: ShownReport['undetermined']): string | undefined {
  if (checks === 0) return undefined
  const noun = plural(checks, 'check')
  return `${checks} ${noun} could not be determined (up to ${points(most)} ${plural(most, 'point')})`
}

export type Level = 'good' | 'fair' | 'poor'

export function level(score: number): Level {
  if (score >= 8.5) return 'good'
  return score >= 5 ? 'fair' : 'poor'
}
