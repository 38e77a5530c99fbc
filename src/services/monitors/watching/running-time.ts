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
}

const KEPT_EVERY_MS = 60_000
/** Between two ticks; the rest of it was no running. */
const LONGEST_MS = 60_000

export async function openRunningTime({
  times,
  monitors,
  clock,
  isTaking,
}: RunningTimeDeps): Promise<RunningTime> {
  let total = await times.read()
  let kept = total
  let last = ticksOf(clock)
  let wasTaking = false

  async function keep(): Promise<void> {
    if (total === kept) return
    kept = total
    await times.keep(Math.floor(kept))
  }

  return {
    now: () => total,
    async tick() {
      const isOpen = await isTaking()
      const now = ticksOf(clock)
      if (wasTaking && isOpen) total += Math.min(LONGEST_MS, Math.max(0, now - last))
      ;[last, wasTaking] = [now, isOpen]
      if (total - kept < KEPT_EVERY_MS) return
      // Where nothing is watched, nothing has to be written.
      const some = await monitors.all('', 1)
      if (some.length > 0) await keep()
      else kept = total
    },
    keep,
  }
}
