import { SPF_MOST_LOOKUPS, SPF_MOST_VOIDS } from '../nodes.ts'
import type { SpfQualifier } from '../record.ts'
import { isIn, type Point } from './networks.ts'
import { type Match, type Program, programsOf, type Rule } from './program.ts'

/** What SPF says; `default`: neutral, because nothing matched and there is no `all`. */
export type Verdict = 'pass' | 'fail' | 'softfail' | 'neutral' | 'default' | 'permerror'

/** What is not known, decided in one way. */
export type Assignment = ReadonlyMap<string, Verdict>

const RESULTS = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const satisfies Record<
  SpfQualifier,
  Verdict
>
const MOST_ASSIGNMENTS = 1_000
const OPEN_TERM: readonly Verdict[] = ['pass', 'neutral']
const OPEN_RECORD: readonly Verdict[] = ['pass', 'fail', 'softfail', 'neutral', 'permerror']

/** Every way in which what these programs leave open can turn out; undefined: there are too many. */
export function assignmentsOf(programs: readonly Program[]): Assignment[] | undefined {
  const parts = programs.flatMap((program) => [...programsOf(program)])
  const open = new Map(parts.flatMap(openIn))
  const count = [...open.values()].reduce((product, values) => product * values.length, 1)
  if (count > MOST_ASSIGNMENTS) return undefined
  let all: Map<string, Verdict>[] = [new Map()]
  for (const [key, values] of open) {
    all = all.flatMap((one) => values.map((value) => new Map(one).set(key, value)))
  }
  return all
}

function openIn(part: Program): (readonly [string, readonly Verdict[]])[] {
  if (part.kind === 'open') return [[part.key, OPEN_RECORD]]
  if (part.kind === 'broken') return []
  return part.rules.flatMap(({ match }) => keysIn(match).map((key) => [key, OPEN_TERM] as const))
}

function keysIn(match: Match): string[] {
  if (match.kind === 'atom') return [match.key]
  return match.kind === 'hosts' ? Object.values(match.open) : []
}

interface Run {
  point: Point
  open: Assignment
  /** Receivers differ in how they count: none of the limits, or all of them at their narrowest. */
  limited: boolean
  lookups: number
  voids: number
}

/** check_host() for one address (RFC 7208 4), by a receiver that knows the limits of 4.6.4 or by one that does not. */
export function evaluate(program: Program, point: Point, open: Assignment, limited: boolean): Verdict {
  return verdictOf(program, { point, open, limited, lookups: 0, voids: 0 })
}

function verdictOf(program: Program, run: Run): Verdict {
  if (program.kind === 'broken') return 'permerror'
  if (program.kind === 'open') return run.open.get(program.key) ?? 'permerror'
  const { rules, redirect, idleRedirect, includesItself } = program
  if (run.limited && includesItself) return 'permerror'
  // Some receivers count a redirect when they read the record, whether it is followed or not.
  if (redirect || idleRedirect) run.lookups += redirect?.lookups ?? 1
  for (const rule of rules) {
    const found = verdictBy(rule, run)
    if (found) return found
  }
  if (!redirect) return 'default'
  return isOver(run) ? 'permerror' : verdictOf(redirect.program, run)
}

/** Undefined: it does not match, and the next term decides. */
function verdictBy(rule: Rule, run: Run): Verdict | undefined {
  run.lookups += rule.lookups
  if (isOver(run)) return 'permerror'
  const found = matches(rule, run)
  if (found === 'permerror' || isOver(run)) return 'permerror'
  return found ? RESULTS[rule.qualifier] : undefined
}

function isOver({ limited, lookups, voids }: Run): boolean {
  return limited && (lookups > SPF_MOST_LOOKUPS || voids > SPF_MOST_VOIDS)
}

function matches({ match }: Rule, run: Run): boolean | 'permerror' {
  const { point, open } = run
  switch (match.kind) {
    case 'all':
      return true
    case 'too-many':
      return 'permerror'
    case 'include': {
      const verdict = verdictOf(match.program, run)
      return verdict === 'permerror' ? verdict : verdict === 'pass'
    }
    case 'atom':
      if (open.get(match.key) === 'pass') return true
      run.voids += 1
      return false
    case 'exists':
      if (!match.found) run.voids += match.voids
      return match.found
    case 'hosts': {
      run.voids += match.voids[point.family]
      const key = match.open[point.family]
      return isIn(point, match.ranges) || (key !== undefined && open.get(key) === 'pass')
    }
  }
}
