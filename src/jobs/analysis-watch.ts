import { setPriority } from 'node:os'
import type { Subprocess } from 'bun'
import type { Ending, Limits } from './analysis-blame.ts'
import type { ProcessFacts } from './process-facts.ts'

/** Follows what a process takes while it has a message. */
export interface Watch {
  /** Kills the process for a reason of this service. */
  kill(why: NonNullable<Ending['killedFor']>): void
  killedFor(): Ending['killedFor']
  /** It has taken so much processor time that others go before it. */
  isLong(): boolean
  /** It has not run for a while: it waits for answers. */
  waits(): boolean
  /** Resident bytes, when they were last seen. */
  held(): number
  end(): void
}

export interface WatchDeps extends Limits {
  process: Pick<Subprocess, 'pid' | 'kill'>
  facts(): ProcessFacts | undefined
  /** Called with what it holds, many times a second. */
  seen(residentBytes: number): void
}

/** Memory can be eaten fast. */
const LOOK_MS = 50
/** So many looks in a row at which it did not run. */
const WAITS_AFTER = 5
/** A process that gets less of a processor than this, once the time limit is past by the clock, is given up: it stands still, or the
 * machine has no time for it. One that loops beside many others gets more, and is killed by its processor time. */
const LEAST_SHARE = 1 / 100
const GRACE_MS = 3_000
/** Past this much processor time a message is a long one. */
const LONG_MS = 400
/** What long ones give way to others by: still an eighth of a processor beside four that are busy. */
const LONG_NICE = 5

export function watchLimits({ process, facts, seen, timeLimitMs, memoryLimitBytes }: WatchDeps): Watch {
  const began = performance.now()
  const before = facts()?.processorMs
  let killedFor: Ending['killedFor']
  let long = false
  let held = 0
  let still = 0

  function kill(why: NonNullable<Ending['killedFor']>): void {
    killedFor ??= why
    process.kill('SIGKILL')
  }

  function look(): void {
    const now = facts()
    const used = now ? now.processorMs - (before ?? 0) : 0
    if (now) see(now)
    if (now && now.residentBytes > memoryLimitBytes) kill('memory')
    else if (used > timeLimitMs) kill('processor')
    else if (performance.now() - began > timeLimitMs + GRACE_MS + used / LEAST_SHARE) kill('wall')
    else if (used > LONG_MS && !long) giveWay()
  }

  function see({ runs, residentBytes }: ProcessFacts): void {
    still = runs ? 0 : still + 1
    held = residentBytes
    seen(held)
  }

  function giveWay(): void {
    long = true
    try {
      setPriority(process.pid, LONG_NICE)
    } catch {
      // It just ended.
    }
  }

  const timer = setInterval(look, LOOK_MS)
  return {
    kill,
    killedFor: () => killedFor,
    isLong: () => long,
    waits: () => still >= WAITS_AFTER,
    held: () => held,
    end: () => clearInterval(timer),
  }
}
