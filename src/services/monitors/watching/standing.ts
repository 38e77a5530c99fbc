import type { MonitorStanding, MonitorState } from '../../../core/watching/monitor.ts'
import { leftOf } from './conditions/silence.ts'
import { openOf, type WatchState } from './state.ts'
import { reasonsOf, restOver } from './telling.ts'
import { isPaused, type Now, type Watched } from './watched.ts'
import { nextEdge, openWindow } from './windows.ts'

/** A clock that is set back puts off what is due: by no more than this. */
const LONGEST_MS = 12 * 3_600_000

/** How a monitor is. */
export function standingOf(state: WatchState, monitor: Watched, at: Date): MonitorStanding {
  const is = stateOf(state, monitor, at)
  if (state.said.state !== is) state.said = { state: is, since: at.getTime() }
  const { score, last, lookedAt } = state
  const lateAt = lateOf(state, monitor, at)
  return {
    state: is,
    since: new Date(state.said.since),
    reasons: is === 'alerting' || is === 'silent' ? reasonsOf(openOf(state)) : [],
    ...(score !== undefined && { score }),
    ...(last && { last: { ...last, at: new Date(last.at) } }),
    ...(lateAt && { lateAt }),
    ...(lookedAt !== undefined && { lookedAt: new Date(lookedAt) }),
  }
}

function stateOf(state: WatchState, monitor: Watched, at: Date): MonitorState {
  if (isPaused(monitor, at)) return 'paused'
  const open = openOf(state)
  if (open.some(({ condition }) => condition === 'nothing_received')) return 'silent'
  if (open.length > 0) return 'alerting'
  const hasCome = monitor.subject.kind === 'mail' ? state.last : state.lookedAt
  return hasCome === undefined ? 'waiting' : 'ok'
}

/** During a window, what is left begins to count when it closes. */
function lateOf(state: WatchState, monitor: Watched, at: Date): Date | undefined {
  const left = leftOf(state, monitor)
  if (left === undefined || left === 0 || isPaused(monitor, at)) return undefined
  const from = openWindow(monitor.windows, at)?.until ?? at
  return new Date(from.getTime() + left)
}

/** When to look at it again: when it becomes late, when a window opens or closes, a pause ends, or a reason has rested. */
export function dueOf(state: WatchState, monitor: Watched, { at, running }: Now): Date | undefined {
  const { windows, paused } = monitor
  const now = at.getTime()
  if (isPaused(monitor, at)) {
    return paused?.until && new Date(Math.min(paused.until.getTime(), now + LONGEST_MS))
  }
  const left = state.quiet ? undefined : leftOf(state, monitor)
  const rest = restOver(state)
  const times = [
    ...(left === undefined || left === 0 ? [] : [now + left]),
    ...(rest === undefined ? [] : [now + Math.max(0, rest - running)]),
    ...(windows.length === 0 ? [] : [nextEdge(windows, at, LONGEST_MS)?.getTime() ?? now + LONGEST_MS]),
  ]
  return times.length === 0 ? undefined : new Date(Math.min(now + LONGEST_MS, ...times))
}
