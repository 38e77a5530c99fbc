const HOUR_MS = 3_600_000

/** Counts what happened within the last hour, in all and for each network; for `''`, of which nobody knows whose it is, in all alone. */
export function createHourlyCount(
  limit: number,
  perNetwork: number,
  clock: { now(): Date; ticks?(): number },
) {
  const time = () => clock.ticks?.() ?? clock.now().getTime()
  const times: { at: number; from: string }[] = []
  return {
    /** Seconds until one more may come from the network; 0 when it may now. */
    wait(from: string): number {
      const now = time()
      while ((times[0]?.at ?? now) <= now - HOUR_MS) times.shift()
      const own = from === '' ? [] : times.filter((one) => one.from === from)
      const full = own.length >= perNetwork ? own : times
      if (full === times && times.length < limit) return 0
      return Math.max(1, Math.ceil(((full[0]?.at ?? now) + HOUR_MS - now) / 1000))
    },
    count(from: string): void {
      times.push({ at: time(), from })
    },
    /** The last one from the network did not happen after all. */
    uncount(from: string): void {
      const last = times.findLastIndex((one) => one.from === from)
      if (last >= 0) times.splice(last, 1)
    },
  }
}
