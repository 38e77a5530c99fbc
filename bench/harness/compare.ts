import type { Results } from './results.ts'
import type { Result } from './rows.ts'
import { type Stats, told } from './stats.ts'

interface Compared {
  verdict: 'slower' | 'faster' | 'as before'
  line: string
}

/** Less than this is not told apart, however close the rounds were. */
const LEAST_SHARE = 0.15

/** How far rounds lay from their median, as a share of it. */
const spread = ({ median, low, high }: Stats) => (high - low) / 2 / median

/**
 * Holds the ratios of a run against an earlier one's: slower is what lies further off than the rounds of both lay from their medians. What
 * nothing stood beside cannot be told from the machine's good and bad hours, and is not compared.
 */
export function compare(before: Results, now: Results): Compared[] {
  return Object.entries(now).flatMap(([key, result]) => {
    const earlier = before[key]?.ratio
    return earlier && result.ratio ? [compared(earlier, result.ratio, result)] : []
  })
}

function compared(then: Stats, now: Stats, { better, what, peer }: Result): Compared {
  const tolerance = Math.max(LEAST_SHARE, spread(then) + spread(now))
  const change = now.median / then.median
  const cost = better === 'less' ? change : 1 / change
  const verdict = cost > 1 + tolerance ? 'slower' : cost < 1 / (1 + tolerance) ? 'faster' : 'as before'
  const words = `${told(then.median)} before, ${told(now.median)} now, of ${peer?.name}`
  return { verdict, line: `${verdict.padEnd(10)} ${what}: ${words} (± ${Math.round(tolerance * 100)} %)` }
}
