import type { HistoryCount } from '../../store/history.ts'

type Counts = Omit<HistoryCount, 'day'>

/** Several days as one. */
export function joined(days: readonly Counts[]): Counts {
  const all: Counts = { scored: 0, failed: 0, scores: {}, checks: {} }
  for (const { scored, failed, scores, checks } of days) {
    all.scored += scored
    all.failed += failed
    add(all.scores, scores)
    add(all.checks, checks)
  }
  return all
}

function add(to: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(from)) to[name] = (to[name] ?? 0) + count
}

/** The median, lowest and highest of scores that are counted by tenths of a point. Undefined: there are none. */
export function spreadOf(
  scores: Readonly<Record<string, number>>,
): { median: number; low: number; high: number } | undefined {
  const counted = Object.entries(scores)
    .map(([tenths, count]) => ({ tenths: Number(tenths), count }))
    .toSorted((a, b) => a.tenths - b.tenths)
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const at = (place: number) => {
    let left = place
    for (const { tenths, count } of counted) {
      if (left < count) return tenths
      left -= count
    }
    return 0
  }
  const [low, high] = [counted[0], counted.at(-1)]
  if (!low || !high) return undefined
  // Between the two in the middle where their number is even.
  const twice = at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))
  return { median: Math.round(twice / 2) / 10, low: low.tenths / 10, high: high.tenths / 10 }
}
