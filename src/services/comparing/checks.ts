import { type Check, codesOf, type Finding } from '../../core/check.ts'
import { roundScore } from '../../core/report.ts'

/** What became of a check between two reports. Each has its mirror: who compares the other way round gets that. */
export const OUTCOMES = [
  'fixed',
  'better',
  'new_trouble',
  'worse',
  /** The same status and points for other reasons. */
  'changed',
  'same',
  'not_comparable',
  'only_before',
  'only_after',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Why a check cannot be compared: a side could not be determined, or was not judged: nothing to judge, or information. */
export interface Obstacle {
  side: 'before' | 'after' | 'both'
  why: 'undetermined' | 'not_judged'
}

/** Codes of findings. */
export interface FindingChanges {
  gone: string[]
  fresh: string[]
  still: string[]
}

/** One check in two reports. */
export interface CheckChange {
  name: string
  outcome: Outcome
  before?: Check
  after?: Check
  /** What the later one gained over the earlier one; negative: it lost. */
  points: number
  findings: FindingChanges
  /** Present where it cannot be compared. */
  obstacle?: Obstacle
}

/** Each check of two reports, in the order of the later one; those that only the earlier one has come last. */
export function compareChecks(before: readonly Check[], after: readonly Check[]): CheckChange[] {
  const earlier = new Map(before.map((check) => [check.name, check]))
  const later = new Set(after.map(({ name }) => name))
  return [
    ...after.map((check) => changeOf(earlier.get(check.name), check)),
    ...before.filter(({ name }) => !later.has(name)).map((check) => changeOf(check, undefined)),
  ]
}

function changeOf(before: Check | undefined, after: Check | undefined): CheckChange {
  const findings = findingChanges(before, after)
  const obstacle = before && after && obstacleOf(before, after)
  return {
    name: (after ?? before)?.name ?? '',
    outcome: obstacle ? 'not_comparable' : outcomeOf(before, after, findings),
    ...(before && { before }),
    ...(after && { after }),
    points: roundScore((after?.score ?? 0) - (before?.score ?? 0)),
    findings,
    ...(obstacle && { obstacle }),
  }
}

function findingChanges(before: Check | undefined, after: Check | undefined): FindingChanges {
  const [earlier, later] = [before ? codesOf(before) : [], after ? codesOf(after) : []]
  const [had, has] = [new Set(earlier), new Set(later)]
  return {
    gone: earlier.filter((code) => !has.has(code)),
    fresh: later.filter((code) => !had.has(code)),
    still: later.filter((code) => had.has(code)),
  }
}

/** What could not be determined is neither fixed nor broken, and neither is what was not judged. */
function obstacleOf(before: Check, after: Check): Obstacle | undefined {
  const open = sideOf(before.status === 'error', after.status === 'error')
  if (open) return { side: open, why: 'undetermined' }
  const idle = sideOf(before.status === 'neutral', after.status === 'neutral')
  return idle && idle !== 'both' ? { side: idle, why: 'not_judged' } : undefined
}

function sideOf(before: boolean, after: boolean): Obstacle['side'] | undefined {
  if (before && after) return 'both'
  if (before) return 'before'
  return after ? 'after' : undefined
}

function outcomeOf(before: Check | undefined, after: Check | undefined, findings: FindingChanges): Outcome {
  if (!before) return 'only_after'
  if (!after) return 'only_before'
  if (before.status !== after.status) return after.status === 'passed' ? 'fixed' : 'new_trouble'
  if (after.score !== before.score) return after.score > before.score ? 'better' : 'worse'
  const gone = weighty(before, findings.gone)
  const fresh = weighty(after, findings.fresh)
  if (gone && !fresh) return 'better'
  if (fresh && !gone) return 'worse'
  return findings.gone.length > 0 || findings.fresh.length > 0 ? 'changed' : 'same'
}

/** Whether one of these is more than a refinement, which hardly a receiver notices. */
function weighty({ findings, rendered }: Check, codes: readonly string[]): boolean {
  if (rendered) return codes.length > 0
  return findings.some(({ code, refinement }: Finding) => codes.includes(code) && !refinement)
}
