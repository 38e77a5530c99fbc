import { adviceOf, type Check, changesOf, codesOf } from '../core/check.ts'
import { type Change, type PlanStep, writtenChange } from '../core/fix.ts'
import { CHECK_GROUPS } from './analyzer.ts'
import { type Candidate, candidatesOf, joined } from './plan/candidates.ts'
import { withRecordSets } from './plan/record-sets.ts'
import { createTrials, inCents, type Outcome, type State, type Trials, type Tried } from './plan/trials.ts'

export interface FixPlan {
  /** What to do, in the order in which it gains most. */
  plan: PlanStep[]
  /** The checks, told what fixes them and what that gains. */
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

/** Plans what fixes a message: each step is tried after the ones before it, offline, most points first. */
export async function planFixes(tried: Tried): Promise<FixPlan> {
  const { checks } = tried.judged
  const trials = tried.subject.leaveOut.includes('plan') ? NO_TRIALS : createTrials(tried)
  const rank = ranksOf(tried.analyzers)
  const start: State = { changes: [], checks }
  const worths = await tryAll(trials, start)
  const known = worths.filter(({ outcome }) => outcome !== 'unknown')
  const { steps, end } =
    (await allAtOnce(trials, start, known, rank)) ?? (await oneByOne(trials, start, known, rank))
  const isOpen = ({ candidate, outcome }: Worth) => outcome === 'unknown' && !isFixed(candidate, end)
  const open = worths
    .filter(isOpen)
    .toSorted(byGain(rank))
    .map(({ candidate }) => stepOf(candidate, checks, 'unknown'))
  const plan = withAdvice(steps, open, end.checks, { rank, offered: linesOf(checks) }).slice(0, MOST_STEPS)
  const cut = trials.cutAfter()
  const gaining = checks.map((check) => withGain(check, plan, worths))
  return {
    plan,
    checks: await withRecordSets(gaining, plan, tried.recorded),
    ...(cut !== undefined && { trials: cut }),
  }
}

const NO_TRIALS: Trials = { run: async () => 'unknown', cutAfter: () => undefined }

/** Every candidate by itself, the costliest checks first. */
async function tryAll(trials: Trials, start: State): Promise<Worth[]> {
  const groups = start.checks.toSorted((a, b) => a.score - b.score).flatMap(candidatesOf)
  const worths: Worth[] = []
  for (const group of groups.slice(0, MOST_STEPS)) {
    const whole = await tryOne(trials, start, joined(group))
    if (whole.outcome !== 'unknown' || group.length === 1) worths.push(whole)
    // One whose worth cannot be known is no reason not to know that of the others.
    else for (const one of group) worths.push(await tryOne(trials, start, one))
  }
  return worths
}

async function tryOne(trials: Trials, state: State, candidate: Candidate): Promise<Worth> {
  return { candidate, outcome: await trials.run(state, candidate.changes) }
}

const gainOf = ({ outcome }: Worth) => (outcome === 'unknown' ? Number.NEGATIVE_INFINITY : outcome.gain)

/** Where a check stands among equal gains: by its group, authentication first. */
type Rank = (check: string) => number

function ranksOf(analyzers: Tried['analyzers']): Rank {
  const ranks = new Map(analyzers.map(({ name, group }) => [name, CHECK_GROUPS.indexOf(group)]))
  return (check) => ranks.get(check) ?? CHECK_GROUPS.length
}

/** Most points first. */
function byGain(rank: Rank): (a: Worth, b: Worth) => number {
  return (a, b) => {
    const [first, second] = [gainOf(a), gainOf(b)]
    return first === second ? rank(a.candidate.check) - rank(b.candidate.check) : second - first
  }
}

interface Planned {
  steps: PlanStep[]
  end: State
}

/** Where no two change the verdict of the same check, and all of them gain together what each does alone. */
async function allAtOnce(
  trials: Trials,
  start: State,
  worths: readonly Worth[],
  rank: Rank,
): Promise<Planned | undefined> {
  const touched = worths.flatMap(({ outcome }) => changedIn(start, outcome))
  if (new Set(touched).size < touched.length || worths.some((worth) => gainOf(worth) < 0)) return undefined
  const inOrder = worths.toSorted(byGain(rank)).filter(isFirst)
  const { changes } = joined(inOrder.map(({ candidate }) => candidate))
  const total = inCents(worths.reduce((sum, worth) => sum + gainOf(worth), 0))
  const [only] = inOrder
  const outcome = inOrder.length < 2 ? only?.outcome : await trials.run(start, changes)
  if (outcome === undefined || outcome === 'unknown' || outcome.gain !== total) return undefined
  const steps = inOrder.map((worth) => stepOf(worth.candidate, start.checks, gainOf(worth)))
  return { steps, end: { changes, checks: outcome.checks } }
}

/** It changes something that none of those before it does. */
function isFirst({ candidate: { changes } }: Worth, at: number, all: readonly Worth[]): boolean {
  const before = new Set(
    all.slice(0, at).flatMap(({ candidate }) => candidate.changes.map((one) => JSON.stringify(one))),
  )
  return changes.some((change) => !before.has(JSON.stringify(change)))
}

/** Names of the checks whose verdict is another. */
function changedIn({ checks }: State, outcome: Outcome): string[] {
  if (outcome === 'unknown') return []
  const verdict = (check: Check | undefined) => check && [check.status, check.score, ...codesOf(check)].join()
  return outcome.checks.flatMap((check, at) => (verdict(check) === verdict(checks[at]) ? [] : [check.name]))
}

/** Takes what gains most, again and again; a gain is what it was found to be right after the steps before it. */
async function oneByOne(
  trials: Trials,
  start: State,
  worths: readonly Worth[],
  rank: Rank,
): Promise<Planned> {
  const steps: PlanStep[] = []
  let end = start
  let left = [...worths]
  let fresh = new Set(left)
  for (;;) {
    const open = left.filter(({ candidate }) => !isFixed(candidate, end)).sort(byGain(rank))
    // What gained nothing before the last step may gain by it: a DMARC record once SPF passes.
    const waiting = open.find((worth) => !fresh.has(worth) && gainOf(worth) <= 0)
    const best = waiting ?? open[0]
    const others = open.filter((worth) => worth !== best)
    if (!best) return { steps, end }
    if (!fresh.has(best)) {
      const again = await tryOne(trials, end, best.candidate)
      fresh.add(again)
      left = [again, ...others]
      continue
    }
    left = others
    const { candidate, outcome } = best
    if (outcome === 'unknown') {
      steps.push(stepOf(candidate, start.checks, 'unknown'))
    } else if (outcome.gain >= 0) {
      steps.push(stepOf(candidate, start.checks, outcome.gain))
      end = { changes: [...end.changes, ...candidate.changes], checks: outcome.checks }
      fresh = new Set()
    }
  }
}

/** Its findings are gone, or what it would change was changed so already. */
function isFixed({ check, codes, changes }: Candidate, { checks, changes: made }: State): boolean {
  const own = checks.find(({ name }) => name === check)
  const found = own ? codesOf(own) : []
  const isMade = (change: Change) => made.some((one) => JSON.stringify(one) === JSON.stringify(change))
  return !codes.some((code) => found.includes(code)) || changes.every(isMade)
}

/** What to do about the findings of these codes; of none of them: about all. */
function adviceOn({ findings }: Check, codes: readonly string[]): string {
  const own = findings.filter(({ code }) => codes.includes(code))
  return adviceOf(own.length > 0 ? own : findings.filter(({ refinement }) => !refinement))
}

function stepOf(
  { check, codes, changes }: Candidate,
  checks: readonly Check[],
  gain: PlanStep['gain'],
): PlanStep {
  const own = checks.find(({ name }) => name === check)
  return { check, codes, says: own ? adviceOn(own, codes) : '', changes, gain }
}

/** Adds what costs points though no record or field fixes it, at its place; what gains nothing comes last. */
function withAdvice(
  steps: readonly PlanStep[],
  open: readonly PlanStep[],
  end: readonly Check[],
  { rank, offered }: { rank: Rank; offered: ReadonlySet<string> },
): PlanStep[] {
  const gains = (step: PlanStep) => typeof step.gain === 'number' && step.gain > 0
  const paying = steps.slice(0, steps.findLastIndex(gains) + 1)
  const unpaid = steps.slice(paying.length).filter((step) => !isVain(step, end))
  const unknown = new Set(
    [...open, ...unpaid].filter(({ gain }) => gain === 'unknown').map(({ check }) => check),
  )
  for (const check of end) {
    const { name, score, summary } = check
    if (score === 0 || unknown.has(name)) continue
    const gain = inCents(-score)
    const apart = new Set([...open, ...unpaid].flatMap((step) => (step.check === name ? step.codes : [])))
    const codes = codesOf(check).filter((code) => !apart.has(code))
    const isOther = [...linesOf([check])].some((line) => !offered.has(line))
    const says = isOther ? afterwards(summary) : adviceOn(check, codes) || summary
    const comesAfter = (other: PlanStep) =>
      typeof other.gain === 'number' &&
      (other.gain < gain || (other.gain === gain && rank(other.check) > rank(name)))
    const at = paying.findIndex(comesAfter)
    const step = { check: name, codes, says, changes: [], gain }
    paying.splice(at < 0 ? paying.length : at, 0, step)
  }
  return [...paying, ...open, ...unpaid]
}

/** It was tried, and all that the check still costs is what it was to fix: the check itself says more. */
function isVain({ check, codes, gain }: PlanStep, end: readonly Check[]): boolean {
  const left = end.find(({ name }) => name === check)?.findings.filter(({ cost }) => cost > 0) ?? []
  return gain === 0 && left.length > 0 && left.every(({ code }) => codes.includes(code))
}

/** Everything that checks offer to publish or to set, as it is written. */
function linesOf(checks: readonly Check[]): Set<string> {
  const changes = checks.flatMap(changesOf)
  return new Set(changes.map(writtenChange))
}

/** What would fix it now would contradict what is offered before the other steps are done. */
function afterwards(summary: string): string {
  return `${summary} Send another test after the steps before this one: how to fix it depends on them.`.trim()
}

/** What offers changes is told the points that its steps gain. */
function withGain(check: Check, plan: readonly PlanStep[], worths: readonly Worth[]): Check {
  if (changesOf(check).length === 0) return check
  const own = plan.filter((step) => step.check === check.name && step.changes.length > 0)
  const alone = worths.filter(({ candidate }) => candidate.check === check.name)
  const gains =
    own.length > 0
      ? own.map(({ gain }) => gain)
      : alone.map(({ outcome }) => (outcome === 'unknown' ? outcome : outcome.gain))
  const sum = gains.reduce<number>((total, gain) => total + (gain === 'unknown' ? Number.NaN : gain), 0)
  return { ...check, gain: Number.isNaN(sum) || gains.length === 0 ? 'unknown' : inCents(sum) }
}
