import type { MonitorStore } from '../../../store/watching/monitors.ts'
import type { WatchedTimeStore } from '../../../store/watching/watched-time.ts'
import { type Clock, ticksOf } from '../../ports.ts'

/** For how long mail has been taken in all, through restarts. What did not come while the service was off, the machine asleep, or the
 * disk full says nothing of who sends; nor does a clock that is set. */
export interface RunningTime {
  /** Milliseconds. */
  now(): number
  /** To be called every few seconds. */
  tick(): Promise<void>
  /** Keeps it, as the service stops. */
  keep(): Promise<void>
}

export interface RunningTimeDeps {
  times: WatchedTimeStore
  monitors: Pick<MonitorStore, 'all'>
  clock: Clock
  /** Whether mail can be taken now. */
  isTaking(): Promise<boolean>
  /** Whether this host is the one whose time counts, for longer than the next time it is asked: each minute. Absent: there is no other. */
  counts?(): Promise<boolean>
}

const KEPT_EVERY_MS = 60_000
/** Between two ticks; the rest of it was no running. */
const LONGEST_MS = 60_000
/** For how long a host counts that has said so: longer than it takes until it says so again. */
export const COUNTS_FOR_MS = 90_000

export async function openRunningTime(deps: RunningTimeDeps): Promise<RunningTime> {
  const { times, monitors, clock, isTaking, counts = async () => true } = deps
  /** As it was kept last, and what came since. */
  let kept = await times.read()
  let since = 0
  let askedAt = 0
  let last = ticksOf(clock)
  let wasTaking = false

  /** What another host counted in the meantime is the same time: it is not added to it. */
  async function keep(): Promise<void> {
    const whole = Math.floor(since)
    if (whole === 0) return
    if (await counts()) {
      const all = await times.advance(whole)
      since -= whole
      kept = all
    } else {
      const all = Math.max(await times.read(), kept + since)
      since = 0
      kept = all
    }
    askedAt = since
  }

  return {
    now: () => kept + since,
    async tick() {
      const isOpen = await isTaking()
      const now = ticksOf(clock)
      if (wasTaking && isOpen) since += Math.min(LONGEST_MS, Math.max(0, now - last))
      ;[last, wasTaking] = [now, isOpen]
      if (since - askedAt < KEPT_EVERY_MS) return
      // Where nothing is watched, nothing has to be written.
      const some = await monitors.all('', 1)
      if (some.length > 0) await keep()
      else askedAt = since
    },
    keep,
  }
}
