import { type Clock, type Log, ticksOf } from './ports.ts'

/** Notices that the system's clock was set. */
export interface ClockWatch {
  /** Looks now; to be called every few seconds. */
  look(): void
  /** Whether what is old may be deleted: not for an hour after the clock went ahead by more than a day, which may be a mistake. */
  mayDelete(): boolean
}

/** What steps of the time service, and a machine that was asleep for a while, may amount to. */
const STEP_MS = 60_000
const LEAP_MS = 86_400_000
const SETTLED_MS = 3_600_000

/** `setBack` is called when the clock was set back, so that what falls due is brought to its time. */
export function createClockWatch({
  clock,
  log,
  setBack,
}: {
  clock: Clock
  log: Log
  setBack(): Promise<unknown>
}): ClockWatch {
  const offsetNow = () => clock.now().getTime() - ticksOf(clock)
  let offset = offsetNow()
  /** The offset before the clock leapt, and when it did. */
  let leapt: { from: number; at: number } | undefined

  function follow(now: number): void {
    const [before, step] = [offset, now - offset]
    offset = now
    if (Math.abs(step) < STEP_MS) return
    const seconds = Math.round(Math.abs(step) / 1000)
    if (step > 0) log.warn({ seconds }, `The system's clock went ahead${step > LEAP_MS ? WAITING : ''}`)
    else {
      log.warn({ seconds }, "The system's clock was set back; what is due is brought to its time")
      setBack().catch((cause) => log.error({ err: cause }, 'What is due could not be brought to its time'))
    }
    if (step > LEAP_MS) leapt = { from: leapt?.from ?? before, at: ticksOf(clock) }
    else if (leapt && now - leapt.from <= LEAP_MS) leapt = undefined
  }

  return {
    look: () => follow(offsetNow()),
    mayDelete() {
      follow(offsetNow())
      if (leapt && ticksOf(clock) - leapt.at >= SETTLED_MS) leapt = undefined
      return leapt === undefined
    },
  }
}

const WAITING = ' by more than a day; what is old is not deleted for an hour, in which it can be set right'
