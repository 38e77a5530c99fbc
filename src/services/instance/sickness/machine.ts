import type { WatchingEvent } from '../../../core/watching/events.ts'
import type { Finding, Step } from '../../doctor/finding.ts'
import type { FindingWatch, Level, SickState } from './state.ts'

export type SicknessEvent = Extract<WatchingEvent, { type: 'instance.trouble' | 'instance.recovered' }>

/** Looks in a row that decide. */
const ENOUGH = 2
const HOUR_MS = 3_600_000
/** Within so long after it was told, a finding that comes back is not told again. */
const QUIET_MS: Readonly<Record<Level, number>> = { problem: HOUR_MS, attention: 24 * HOUR_MS }
const LONGEST_NEXT = 1_000

/** What is said of a finding that is there no more; undefined: who looks knows nothing of it, and it stays as it is. */
export type Ended = (id: string) => string | undefined

const NO_MORE: Ended = () => 'It does not apply any more.'

/** What is remembered after a look at the findings, and what is to be told. Changes nothing that it is given. */
export function watch(
  before: SickState | undefined,
  findings: readonly Finding[],
  now: Date,
  ended: Ended = NO_MORE,
): { state: SickState; events: SicknessEvent[] } {
  const events: SicknessEvent[] = []
  const kept: Record<string, FindingWatch> = {}
  const gone = new Set<string>()
  const over: Finding[] = []
  for (const [id, known] of Object.entries(before?.findings ?? {})) {
    if (findings.some((one) => one.id === id)) continue
    const seen = ended(id)
    if (seen === undefined) kept[id] = known
    else {
      gone.add(id)
      over.push({ id, title: known.title, read: '', state: 'ok', seen })
    }
  }
  for (const finding of [...findings, ...over]) {
    const after = watched(before?.findings[finding.id], finding, now)
    if (!after) continue
    if (after.event) events.push(after.event)
    if (!gone.has(finding.id) || after.watch.told) kept[finding.id] = after.watch
  }
  return { state: { ...before, lookedAt: now.toISOString(), findings: kept }, events }
}

interface Watched {
  watch: FindingWatch
  event?: SicknessEvent
}

function watched(before: FindingWatch | undefined, finding: Finding, now: Date): Watched | undefined {
  const { state, title } = finding
  // What could not be found out is neither good nor bad.
  if (state === 'unknown') return before && { watch: before }
  if (!before) return { watch: firstSeen(finding, now) }
  return state === 'ok' ? good({ ...before, title }, finding) : bad({ ...before, title }, finding, state, now)
}

/** What stands beside an installation from its first look is shown on its pages; only problems are told as well. */
function firstSeen({ state, title }: Finding, now: Date): FindingWatch {
  const isBad = state === 'attention' || state === 'problem'
  return {
    title,
    good: state === 'ok' ? 1 : 0,
    bad: isBad ? 1 : 0,
    problems: state === 'problem' ? 1 : 0,
    ...(isBad && { since: now.toISOString(), known: 'attention' as const }),
  }
}

function good(before: FindingWatch, finding: Finding): Watched {
  const { told, known: _, since: __, ...others } = before
  const watch = { ...others, good: before.good + 1, bad: 0, problems: 0 }
  if (watch.good < ENOUGH) {
    const { known, since } = before
    return { watch: { ...watch, ...(told && { told }), ...(known && { known }), ...(since && { since }) } }
  }
  if (!told) return { watch }
  return { watch, event: eventOf('instance.recovered', finding, told.since) }
}

function bad(before: FindingWatch, finding: Finding, state: Level, now: Date): Watched {
  const watch: FindingWatch = {
    ...before,
    good: 0,
    bad: before.bad + 1,
    problems: state === 'problem' ? before.problems + 1 : 0,
    since: before.since ?? now.toISOString(),
  }
  const level = levelOf(watch)
  if (!level || rank(level) <= rank(watch.known) || isQuiet(watch, level, now)) return { watch }
  const since = watch.told?.since ?? watch.since ?? now.toISOString()
  return {
    watch: { ...watch, known: level, told: { level, since }, rang: { at: now.toISOString(), level } },
    event: eventOf('instance.trouble', finding, since),
  }
}

function levelOf({ bad: looks, problems }: FindingWatch): Level | undefined {
  if (problems >= ENOUGH) return 'problem'
  return looks >= ENOUGH ? 'attention' : undefined
}

const rank = (level: Level | undefined) => (level === 'problem' ? 2 : level === 'attention' ? 1 : 0)

/** What is worse than what rang last rings at once. A clock that was set back ends no quiet, and lengthens none for ever. */
function isQuiet({ rang }: FindingWatch, level: Level, now: Date): boolean {
  if (!rang || rank(level) > rank(rang.level)) return false
  return Math.abs(now.getTime() - Date.parse(rang.at)) < QUIET_MS[level]
}

function eventOf(
  type: SicknessEvent['type'],
  { id, title, seen, steps = [] }: Finding,
  since: string,
): SicknessEvent {
  const [step] = steps
  const next = type === 'instance.trouble' && step ? { next: inWords(step) } : {}
  const [subject = id, host] = id.split('@')
  return {
    type,
    subject,
    payload: { title, ...(host !== undefined && { host }), says: seen, ...next, since },
  }
}

const inWords = ({ says, lines = [] }: Step) => [says, ...lines].join('\n').slice(0, LONGEST_NEXT)
