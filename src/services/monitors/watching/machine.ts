import type { WatchingEvent } from '../../../core/watching/events.ts'
import type { MonitorStanding } from '../../../core/watching/monitor.ts'
import { judgeAnalysis } from './conditions/analysed.ts'
import { judgeChecks } from './conditions/checks.ts'
import { judgeDrop, takeNewLevel } from './conditions/drop.ts'
import { isWatched, judgeLook, learn } from './conditions/looks.ts'
import { judgeScore } from './conditions/score.ts'
import { judgeSilence } from './conditions/silence.ts'
import { follow } from './following.ts'
import type { Observation, SeenLook, SeenMessage, SeenOutcome } from './observation.ts'
import { dueOf, standingOf } from './standing.ts'
import { type Hold, newState, type WatchState } from './state.ts'
import { overAs, tell } from './telling.ts'
import { isPaused, type Now, type Watched } from './watched.ts'
import { openWindow } from './windows.ts'

export interface Judged {
  state: WatchState
  standing: MonitorStanding
  events: WatchingEvent[]
  /** When to look at it again, though nothing comes. */
  dueAt?: Date
}

/** A message that was judged after others which came so much later tells nothing of how things are. */
const STALE_MS = 3_600_000
/** Messages by which is seen what could be determined. */
const LATELY = 10

/** What is remembered of a monitor after an observation, how it is, and what is to be told. Changes nothing that it is given. */
export function judge(before: WatchState | undefined, monitor: Watched, now: Now, seen: Observation): Judged {
  const state = before ? structuredClone(before) : newState(now)
  passTime(state, monitor, now)
  if (now.arrivedAt && now.arrivedAt.getTime() !== state.arrived) {
    arrive(state, now.at, now.arrivedAt)
    state.arrived = now.arrivedAt.getTime()
  }
  state.holds = state.holds.filter((hold) => isExpected(hold, monitor))
  if (seen.kind === 'message') judgeMessage(state, monitor, now, seen)
  if (seen.kind === 'look') judgeLooked(state, monitor, now, seen)
  if (!monitor.expectations.records) {
    delete state.domain
    delete state.unlearnt
  }
  judgeSilence(state, monitor, now.at)
  const events = tell(state, monitor, now)
  const standing = standingOf(state, monitor, now.at)
  const dueAt = dueOf(state, monitor, now)
  return { state, standing, events, ...(dueAt && { dueAt }) }
}

/** What passed since the last observation counts by how that left the monitor: whenever a window opens or closes, it is looked at. */
function passTime(state: WatchState, monitor: Watched, { at, running }: Now): void {
  if (!state.quiet) state.waited += Math.max(0, running - state.running)
  state.running = running
  state.quiet = isPaused(monitor, at) || openWindow(monitor.windows, at) !== undefined
}

/** Waiting begins anew with a message: not before it came, and not before the wait began, whatever the clock says. */
function arrive(state: WatchState, at: Date, arrivedAt: Date): void {
  const ago = Math.max(0, at.getTime() - arrivedAt.getTime())
  state.waited = Math.min(state.waited, ago)
}

/** Whether the expectation that it breaks is still there, and the same. */
function isExpected({ condition, about, expected }: Hold, { expectations }: Watched): boolean {
  switch (condition) {
    case 'score_low':
      return expectations.leastScore === expected
    case 'score_dropped':
      return expectations.mostDrop === expected
    case 'check_failed':
      return about !== undefined && expectations.mustPass.includes(about)
    case 'listed':
    case 'record_broken':
      return isWatched(expectations, condition)
    case 'nothing_received':
    case 'not_analysed':
      return true
  }
}

function judgeMessage(state: WatchState, monitor: Watched, now: Now, seen: SeenMessage): void {
  const { eventId, messageId, token, receivedAt } = seen
  if (eventId <= state.upTo) return
  state.upTo = eventId
  arrive(state, now.at, receivedAt)
  if (isStale(state, now.at, receivedAt)) return
  note(state, now.at, seen)
  const { expectations } = monitor
  const outcome = asUsual(state, seen.outcome)
  const verdicts = [
    ...judgeAnalysis(outcome),
    ...judgeChecks(expectations, outcome),
    ...judgeScore(expectations, outcome),
    ...judgeDrop(state, expectations, messageId, outcome),
  ]
  const isQuiet = state.quiet || openWindow(monitor.windows, receivedAt) !== undefined
  follow(state, verdicts, { by: messageId, at: now.at, isQuiet, seen: { token, messageId } })
  const lasts = takeNewLevel(state)
  if (lasts !== undefined) overAs(state, 'score_dropped', lasts)
}

/** What can never be determined, as of mail of the same network, says nothing of one message: only what could lately be counts. */
function asUsual(state: WatchState, outcome: SeenOutcome): SeenOutcome {
  if (outcome.status === 'failed') return outcome
  const { undetermined } = outcome
  const usual = Math.min(undetermined, ...state.undetermined)
  state.undetermined = [...state.undetermined, undetermined].slice(-LATELY)
  return { ...outcome, undetermined: undetermined - usual }
}

/** Both by when it came and by when the last one did, as one of the two may be wrong. */
function isStale({ last }: WatchState, at: Date, receivedAt: Date): boolean {
  const came = receivedAt.getTime()
  return last !== undefined && at.getTime() - came > STALE_MS && last.at - came > STALE_MS
}

function note(state: WatchState, at: Date, { token, messageId, receivedAt, outcome }: SeenMessage): void {
  const came = receivedAt.getTime()
  // What came after now came by a clock that was set back since.
  const isLatest = !state.last || came >= state.last.at || state.last.at > at.getTime()
  if (isLatest) state.last = { at: came, token, messageId }
  if (isLatest && outcome.status === 'scored') state.score = outcome.score
}

function judgeLooked(state: WatchState, { expectations }: Watched, now: Now, seen: SeenLook): void {
  state.looks += 1
  const isAccepted = learn(state, seen)
  follow(state, judgeLook(state, expectations, seen), {
    by: String(state.looks),
    at: now.at,
    isQuiet: state.quiet,
    isAccepted,
  })
  state.lookedAt = now.at.getTime()
}
