import type { Check } from '../../core/check.ts'
import type { Change } from '../../core/fix.ts'
import { setField } from '../../mail/fixing/header-edit.ts'
import { type Recorded, replayed } from '../../net/replayed.ts'
import type { Analyzer } from '../analyzer.ts'
import type { AnalysisPorts } from '../context.ts'
import { type Judged, judge, type Subject } from '../judge.ts'
import type { Source } from '../watched.ts'

/** One message as it was judged, to be judged again with changes. */
export interface Tried {
  subject: Subject & { ranOut?: { planTrials?: number } }
  judged: Judged
  analyzers: readonly Analyzer[]
  recorded: Recorded
  ports: AnalysisPorts
}

/** The message after some changes. */
export interface State {
  changes: readonly Change[]
  checks: readonly Check[]
}

/** What further changes would make of it; unknown: a question would have to be asked that was not. */
export type Outcome = { checks: Check[]; gain: number } | 'unknown'

export interface Trials {
  run(state: State, more: readonly Change[]): Promise<Outcome>
  /** How many there were, where the time for them ran out. */
  cutAfter(): number | undefined
}

const MOST_TRIALS = 80
/** Of the time that analyzers may wait for answers. */
const TIME_SHARE = 1 / 8

/** Judges one message again and again offline, each time with the analyzers that the changes can matter to. */
export function createTrials(tried: Tried): Trials {
  const { subject, judged, analyzers, ports } = tried
  const most = subject.ranOut?.planTrials ?? MOST_TRIALS
  const begun = ports.clock.now().getTime()
  const sources = new Map([...judged.sources].map(([name, used]) => [name, new Set(used)]))
  const read = new Map<string, Pick<Judged, 'message' | 'facts'>>([['[]', judged]])
  let count = 0
  let cut = subject.ranOut?.planTrials

  function spent(): boolean {
    if (cut !== undefined || count >= most) return count >= (cut ?? most)
    if (ports.clock.now().getTime() - begun > subject.waitAtMost * TIME_SHARE) cut = count
    return cut !== undefined
  }

  async function judgeWith(state: State, more: readonly Change[]): Promise<Outcome> {
    const changes = [...state.changes, ...more]
    const touched = new Set(more.flatMap(sourcesOf))
    // What can cost nothing gains nothing, and its questions are no reason not to know.
    const affected = analyzers.filter(
      ({ name, weight }) => weight > 0 && touched.intersection(usedBy(name)).size > 0,
    )
    const world = replayed(
      tried.recorded,
      changes.filter((change) => change.kind === 'dns'),
    )
    const fields = changes.filter((change) => change.kind === 'header')
    const key = JSON.stringify(fields)
    const known = read.get(key)
    const again = await judge(
      { ...changed(subject, changes), timedOut: judged.timedOut, ...(known && { known }) },
      affected,
      { ...world, clock: ports.clock, began: () => undefined },
    )
    read.set(key, again)
    for (const [name, used] of again.sources) sources.set(name, used.union(usedBy(name)))
    const isNew = (question: string) => !ports.missed?.has(question)
    return [...world.missed].some(isNew) ? 'unknown' : outcomeOf(state.checks, again.checks)
  }

  const usedBy = (name: string): ReadonlySet<Source> => sources.get(name) ?? new Set<Source>()

  return {
    async run(state, more) {
      if (spent()) return 'unknown'
      count += 1
      try {
        return await judgeWith(state, more)
      } catch {
        // A change that makes it no message, or that cannot be read: nothing is known of its worth.
        return 'unknown'
      }
    },
    cutAfter: () => cut,
  }
}

function sourcesOf(change: Change): Source[] {
  if (change.kind === 'dns') return ['outside']
  if (change.kind === 'header') return ['message']
  return [
    ...(change.tls ? (['tls'] as const) : []),
    ...(change.helo === undefined ? [] : (['session'] as const)),
  ]
}

/** The subject as it would be sent with these changes. DNS changes are not of the message. */
function changed(subject: Subject, changes: readonly Change[]): Subject {
  let { raw, envelope } = subject
  const fields: string[] = []
  for (const change of changes) {
    if (change.kind === 'header') {
      raw = setField(raw, change.name, change.value)
      fields.push(change.name.toLowerCase())
    }
    if (change.kind === 'smtp') {
      const { tls, helo } = change
      envelope = { ...envelope, ...(tls && { tls }), ...(helo !== undefined && { helo }) }
    }
  }
  const held = { raw: subject.raw, fields: [...new Set(fields)] }
  return { ...subject, raw, envelope, ...(fields.length > 0 && { held }) }
}

function outcomeOf(before: readonly Check[], again: readonly Check[]): Outcome {
  const byName = new Map(again.map((check) => [check.name, check]))
  const checks = before.map((check) => byName.get(check.name) ?? check)
  const isLost = checks.some((check, at) => check.status === 'error' && before[at]?.status !== 'error')
  return isLost ? 'unknown' : { checks, gain: inCents(pointsOf(checks) - pointsOf(before)) }
}

function pointsOf(checks: readonly Check[]): number {
  return checks.reduce((sum, check) => sum + check.score, 0)
}

/** Two decimals, free of binary fractions. */
export function inCents(points: number): number {
  return Math.round(points * 100) / 100 + 0
}
