import { heldOf, type WatchState } from '../state.ts'
import type { Watched } from '../watched.ts'
import { nothingReceived } from '../words.ts'

const MINUTE_MS = 60_000
const SILENCE = { condition: 'nothing_received' } as const

/** How long the service has to run before a monitor is silent; 0: it is. Undefined: nothing is expected. */
export function leftOf(
  state: WatchState,
  { subject, expectations: { interval } }: Watched,
): number | undefined {
  if (subject.kind !== 'mail' || !interval) return undefined
  const limit = (interval.everyMinutes + interval.graceMinutes) * MINUTE_MS
  return Math.max(0, limit - state.waited)
}

/** Begins or ends the silence of a monitor. One message ends it, whatever comes of that. */
export function judgeSilence(state: WatchState, monitor: Watched, at: Date): void {
  const held = heldOf(state, SILENCE)
  const { interval } = monitor.expectations
  if (leftOf(state, monitor) !== 0 || !interval) {
    if (held) state.holds = state.holds.filter((one) => one !== held)
    return
  }
  if (held || state.quiet) return
  const last = Math.max(state.last?.at ?? 0, state.arrived ?? 0)
  const since = { ...(last > 0 && { last: new Date(last) }), made: monitor.createdAt }
  state.holds.push({ ...SILENCE, says: nothingReceived(interval, since), since: at.getTime(), good: [] })
}
