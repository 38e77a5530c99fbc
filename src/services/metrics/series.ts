/** One line, or the lines of one histogram. */
export interface Series {
  /** What stands between the braces; '' where nothing does. */
  readonly labels: string
  value: number
  observe(value: number): void
  merge(counts: readonly number[], sum: number): void
  /** Behind the name of the metric: suffix, all labels, value. */
  lines(): readonly (readonly [suffix: string, labels: string, value: number])[]
}

/** A number. */
export function openSeries(labels: string): Series {
  const series: Series = {
    labels,
    value: 0,
    observe(value) {
      series.value = value
    },
    merge() {},
    lines: () => [['', labels, series.value]],
  }
  return series
}

/** Observations by upper bounds, with their count and sum; without bounds these two alone. */
export function openHistogram(labels: string, bounds: readonly number[]): Series {
  const counts = bounds.map(() => 0)
  let [sum, count] = [0, 0]
  const joined = (le: string) => (labels === '' ? `le="${le}"` : `${labels},le="${le}"`)

  function lines() {
    let below = 0
    const buckets = bounds.map((bound, at) => {
      below += counts[at] ?? 0
      return ['_bucket', joined(String(bound)), below] as const
    })
    const last = bounds.length > 0 ? [['_bucket', joined('+Inf'), count] as const] : []
    return [...buckets, ...last, ['_sum', labels, sum] as const, ['_count', labels, count] as const]
  }

  return {
    labels,
    value: 0,
    observe(value) {
      sum += value
      count += 1
      const at = bucketOf(value, bounds)
      if (at < counts.length) counts[at] = (counts[at] ?? 0) + 1
    },
    merge(more, ofSum) {
      sum += ofSum
      for (const [at, some] of more.entries()) {
        count += some
        if (at < counts.length) counts[at] = (counts[at] ?? 0) + some
      }
    },
    lines,
  }
}

/** The place of the least bound that holds the value; behind the last one where none does. */
export function bucketOf(value: number, bounds: readonly number[]): number {
  let at = 0
  while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1
  return at
}
