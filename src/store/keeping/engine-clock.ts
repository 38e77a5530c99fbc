/** Whose time the store goes by. `ticks`: milliseconds that no setting of a clock changes. */
export interface EngineClock {
  now(): Date
  ticks?(): number
}

/** What claims go by: begun at the present time, it goes on evenly, so that a clock that is set lets none run out. At a start all of
 * them are taken back. */
export function lastingClock(clock: EngineClock): EngineClock {
  const { ticks } = clock
  if (!ticks) return clock
  const offset = clock.now().getTime() - ticks()
  return { now: () => new Date(Math.round(offset + ticks())) }
}

export const systemClock: EngineClock = { now: () => new Date() }
