import type { Check } from '../core/check.ts'
import { type Change, type PlanStep, writtenChange } from '../core/fix.ts'
import { type Candidate, candidatesOf, joined } from './plan/candidates.ts'
import { createTrials, inCents, type Outcome, type State, type Trials, type Tried } from './plan/trials.ts'

export interface FixPlan {
  /** What to do, in the order in which it gains most. */
  plan: PlanStep[]
  /** The checks, told what mends them and what that gains. */
  checks: Check[]
  /** How many trials were made, where the time for them ran out. */
  trials?: number
}

const MOST_STEPS = 20

/** A candidate with what it would gain from the state it was last tried on. */
interface Worth {
  candidate: Candidate
  outcome: Outcome
}

/** Plans what mends a message: each step is tried after the ones before it, offline, most points first. */
export async function planFixes(tried: Tried): Promise<FixPlan> {
  const { checks } = tried.judged
  const trials = tried.subject.leaveOut.includes('plan') ? NO_TRIALS : createTrials(tried)
  const start: State = { changes: [], checks }
  const worths = await tryAll(trials, start)
  const { steps, end } = await inOrderOfGain(trials, start, worths)
  const isOpen = ({ candidate }: Worth) => !isMended(candidate, end)
  const unknown = worths.filter(({ outcome }) => outcome === 'unknown').filter(isOpen)
  const open = unknown.map(({ candidate }) => stepOf(candidate, checks, 'unknown'))
  const plan = withAdvice(steps, open, end.checks).slice(0, MOST_STEPS)
  const cut = trials.cutAfter()
  return {
    plan,
    checks: checks.map((check) => told(check, plan, worths)),
    ...(cut !== undefined && { trials: cut }),
  }
}

const NO_TRIALS: Trials = { run: async () => 'unknown', cutAfter: () => undefined }

/** Every candidate by itself, the costliest checks first. */
async function tryAll(trials: Trials, start: State): Promise<Worth[]> {
  const groups = start.checks.toSorted((a, b) => a.score - b.score).flatMap(candidatesOf)
  const worths: Worth[] = []
  for (const group of groups.slice(0, MOST_STEPS)) {
    worths.push(...(await tryGroup(trials, start, group)))
  }
  return worths
}

/** Fixes of one check are one step; those that add nothing to the others, and those of unknown worth, stand alone. */
async function tryGroup(trials: Trials, start: State, group: readonly Candidate[]): Promise<Worth[]> {
  const tryOne = async (parts: readonly Candidate[]): Promise<Worth> => {
    const candidate = joined(parts)
    return { candidate, outcome: await trials.run(start, candidate.changes) }
  }
  let whole = await tryOne(group)
  if (group.length === 1) return [whole]
  if (whole.outcome === 'unknown') {
    const single: Worth[] = []
    for (const one of group) single.push(await tryOne([one]))
    return single
  }
  let kept = [...group]
  const extra: Worth[] = []
  for (const one of group.toReversed()) {
    const others = kept.filter((part) => part !== one)
    if (others.length === 0) continue
    const without = await tryOne(others)
    if (gainOf(without) !== gainOf(whole)) continue
    kept = others
    whole = without
    extra.unshift(await tryOne([one]))
  }
  return [whole, ...extra]
}

const gainOf = ({ outcome }: Worth) => (outcome === 'unknown' ? Number.NEGATIVE_INFINITY : outcome.gain)

/** Takes what gains most, again and again; a gain is what it was found to be right after the steps before it. */
async function inOrderOfGain(trials: Trials, start: State, worths: readonly Worth[]) {
  const steps: PlanStep[] = []
  let end = start
  let left = worths.filter(({ outcome }) => outcome !== 'unknown').map((worth) => ({ ...worth }))
  const fresh = new Set(left)
  while (left.length > 0) {
    left = left.filter(({ candidate }) => !isMended(candidate, end))
    left.sort((a, b) => gainOf(b) - gainOf(a))
    const best = left[0]
    if (!best) break
    if (!fresh.has(best)) {
      best.outcome = await trials.run(end, best.candidate.changes)
      fresh.add(best)
      continue
    }
    left.shift()
    const { candidate, outcome } = best
    if (outcome === 'unknown') {
      steps.push(stepOf(candidate, start.checks, 'unknown'))
    } else if (outcome.gain >= 0) {
      steps.push(stepOf(candidate, start.checks, outcome.gain))
      end = { changes: [...end.changes, ...candidate.changes], checks: outcome.checks }
      fresh.clear()
    }
  }
  return { steps, end }
}

/** Its findings are gone, or what it would change was changed so already. */
function isMended({ check, codes, changes }: Candidate, { checks, changes: made }: State): boolean {
  const found = codesOf(checks.find(({ name }) => name === check))
  const isMade = (change: Change) => made.some((one) => JSON.stringify(one) === JSON.stringify(change))
  return !codes.some((code) => found.includes(code)) || changes.every(isMade)
}

function codesOf(check: Check | undefined): string[] {
  return check?.detail['findings']?.split(',') ?? []
}

function stepOf({ check, codes, changes }: Candidate, checks: readonly Check[], gain: number | 'unknown') {
  const says = checks.find(({ name }) => name === check)?.detail['advice'] ?? ''
  return { check, codes, says, changes, gain }
}

/** Adds what costs points though no record or field mends it, at its place; what gains nothing comes last. */
function withAdvice(steps: PlanStep[], open: readonly PlanStep[], end: readonly Check[]): PlanStep[] {
  const gains = (step: PlanStep) => typeof step.gain === 'number' && step.gain > 0
  const paying = steps.slice(0, steps.findLastIndex(gains) + 1)
  const unpaid = steps.slice(paying.length)
  const isOpen = (check: Check) =>
    check.score < 0 &&
    ![...open, ...unpaid].some((step) => step.check === check.name && step.gain === 'unknown')
  for (const { name, score, detail } of end.filter(isOpen)) {
    const gain = inCents(-score)
    const codes = codesOf({ name, score, detail, status: 'failed' })
    const step = { check: name, codes, says: detail['advice'] ?? detail['summary'] ?? '', changes: [], gain }
    const at = paying.findIndex((other) => typeof other.gain === 'number' && other.gain < gain)
    paying.splice(at < 0 ? paying.length : at, 0, step)
  }
  return [...paying, ...open, ...unpaid]
}

/** `fix` holds the records and fields to set, `gain` the points this check's steps win, or `unknown`. */
function told(check: Check, plan: readonly PlanStep[], worths: readonly Worth[]): Check {
  const changes = (check.fixes ?? []).flatMap((fix) => fix.changes)
  if (changes.length === 0) return check
  const own = plan.filter((step) => step.check === check.name && step.changes.length > 0)
  const alone = worths.filter(({ candidate }) => candidate.check === check.name)
  const gains =
    own.length > 0
      ? own.map(({ gain }) => gain)
      : alone.map(({ outcome }) => (outcome === 'unknown' ? outcome : outcome.gain))
  const sum = gains.reduce<number>((total, gain) => total + (gain === 'unknown' ? Number.NaN : gain), 0)
  const fix = [...new Set(changes.map(writtenChange))].join('\n')
  const gain = Number.isNaN(sum) || gains.length === 0 ? 'unknown' : String(inCents(sum))
  return { ...check, detail: { ...check.detail, fix, gain } }
}
