import type { WatchMarks } from '../../../store/dmarc/watching.ts'
import { missing } from './conditions/missing.ts'
import type { Mode } from './conditions/mode.ts'
import { policyChange } from './conditions/policy.ts'
import { lowRate } from './conditions/rate.ts'
import { regressed } from './conditions/regressed.ts'
import { newSources } from './conditions/sources.ts'
import { tlsFailures } from './conditions/tls.ts'
import type { Seen } from './seen.ts'
import { newState, type Told, type WatchState } from './state.ts'

/** Days without reports after which a domain is looked at as if for the first time. */
const SILENCE_DAYS = 400
/** A clock that is so many days behind the last look is waited for. */
const BEHIND_DAYS = 2

/** What cannot be looked up for so many days is taken as it is. */
const UNSURE_DAYS = 3

/** What a look is made with. */
export interface Look {
  seen: Seen
  marks: WatchMarks
  kin: string
  /** Records are on their way from or to another domain. */
  isMoving: boolean
}

/** What is remembered of a domain after a look, and what is to be told. Changes nothing that it is given; the same look again tells
 * nothing. */
export function watch(before: WatchState | undefined, look: Look): { state: WatchState; told: Told[] } {
  const { today, isUnsure } = look.seen
  const unsure = isUnsure ? Math.min(before?.unsure ?? today, today) : undefined
  const isTaken = unsure === undefined || today - unsure >= UNSURE_DAYS
  const { sources, ...others } = look.seen
  const { state, told } = watched(before, isTaken ? look : { ...look, seen: { ...others, isUnsure: true } })
  if (unsure === undefined) delete state.unsure
  else state.unsure = unsure
  return { state, told }
}

function watched(before: WatchState | undefined, look: Look): { state: WatchState; told: Told[] } {
  const { seen, marks, kin } = look
  if (!before || isAnew(before, seen)) return learnt(before, look)
  const { state, isUnbroken } = wentOn(before, seen.today)
  const isMoved = seen.isMoved || look.isMoving || before.moving === true || before.kin !== kin
  Object.assign(state, { marks, kin })
  const isWaiting = mustWait(state, seen)
  // What waits is silent later.
  note(state, look.isMoving || (isMoved && (isWaiting || !seen.sources)))
  if (isWaiting) {
    missing(state, seen, 'silent', isUnbroken)
    return { state, told: [] }
  }
  delete state.waiting
  return { state, told: judged(state, seen, isMoved ? 'silent' : 'tell') }
}

/** A look that found nothing out: nothing of it is judged, and nothing forgotten. */
export function unseen(before: WatchState, today: number): WatchState {
  const { state, isUnbroken } = wentOn(before, today)
  if (state.flow && !isUnbroken) state.flow.changed = today
  return state
}

function wentOn(before: WatchState, today: number): { state: WatchState; isUnbroken: boolean } {
  const state = structuredClone(before)
  const since = today - before.looked
  const isUnbroken = since === 0 || since === 1
  if (since >= 0 || since < -BEHIND_DAYS) state.looked = today
  if (!isUnbroken) state.waiting = today + 1
  return { state, isUnbroken }
}

/** The service was off or the clock was set: reports that wait elsewhere come within a day. Or it is behind: reports are about days to come. */
function mustWait({ waiting, looked, flow }: WatchState, { today, days }: Seen): boolean {
  if (looked > today || (waiting !== undefined && today < waiting && waiting - today <= BEHIND_DAYS))
    return true
  return Math.max(days.at(-1) ?? 0, flow?.newest ?? 0) > today + 1
}

function note(state: WatchState, isMoving: boolean): void {
  if (isMoving) state.moving = true
  else delete state.moving
}

function learnt(before: WatchState | undefined, { seen, marks, kin, isMoving }: Look) {
  const state = newState(marks, kin)
  state.looked = seen.today
  // TLS reports go on by themselves.
  state.holds = (before?.holds ?? []).filter(({ told }) => told.type === 'tls.failures')
  note(state, isMoving || !seen.sources)
  judged(state, seen, 'learn')
  return { state, told: [] }
}

function judged(state: WatchState, seen: Seen, mode: Mode): Told[] {
  return [
    ...newSources(state, seen, mode),
    ...regressed(state, seen, mode),
    ...lowRate(state, seen, mode),
    ...missing(state, seen, mode, true),
    ...policyChange(state, seen, mode),
    ...tlsFailures(state, seen, mode),
  ]
}

/** Nothing came yet, or for long: what comes now is all new. By the days of reports, as the clock may be wrong. */
function isAnew({ flow }: WatchState, { days }: Seen): boolean {
  const newest = days.at(-1)
  if (newest === undefined) return false
  return !flow || newest - flow.newest >= SILENCE_DAYS
}
