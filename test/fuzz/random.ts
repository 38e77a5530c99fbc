/** Numbers that are the same at every run with the same seed (mulberry32). */
export interface Chance {
  /** A whole number from 0, below this. */
  below(limit: number): number
  pick<T>(some: readonly T[]): T
}

export function seeded(seed: number): Chance {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    below: (limit) => (limit <= 0 ? 0 : next() % limit),
    pick: (some) => some[next() % some.length] as (typeof some)[number],
  }
}
