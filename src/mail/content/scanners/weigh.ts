import { notAsked, type Unasked } from './not-asked.ts'
import { notCounted } from './not-counted.ts'
import type { ScanRule } from './rule.ts'

export interface Weighed {
  /** The scanner's points without the rules that do not count. */
  counted: number
  /** Rules that count, most points first. */
  own: ScanRule[]
  left: { rule: ScanRule; reason: string }[]
  /** Rules whose lists did not answer the scanner. */
  unasked: Unasked[]
}

/** Takes the rules that do not count out of a scanner's points, for and against the sender alike. */
export function weigh(points: number, rules: readonly ScanRule[]): Weighed {
  const own: ScanRule[] = []
  const left: Weighed['left'] = []
  const unasked = notAsked(rules)
  const idle = new Set(unasked.map(({ rule }) => rule))
  let taken = 0
  for (const rule of rules) {
    const reason = notCounted(rule.name)
    if (idle.has(rule)) taken += rule.points
    else if (reason === undefined) own.push(rule)
    else {
      left.push({ rule, reason })
      taken += rule.points
    }
  }
  own.sort((a, b) => b.points - a.points || a.name.localeCompare(b.name, 'en'))
  return { counted: Math.round((points - taken) * 100) / 100 + 0, own, left, unasked }
}

/** Every proper message collects a few tenths. */
const FREE_POINTS = 1
const MOST_FREE_SHARE = 0.2

/**
 * What a scanner's points cost, from 0 to 1: nothing up to one point, then evenly to one half at `spamAt`, where
 * receivers file it as spam, and evenly to 1 at `surelyAt`.
 */
export function spamCost(counted: number, spamAt: number, surelyAt: number): number {
  const free = Math.min(FREE_POINTS, spamAt * MOST_FREE_SHARE)
  if (counted <= free) return 0
  const share =
    counted < spamAt ? (counted - free) / (spamAt - free) : 1 + (counted - spamAt) / (surelyAt - spamAt)
  return Math.round(Math.min(1, share / 2) * 100) / 100
}
