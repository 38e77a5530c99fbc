/** What is told of numbers that were measured in several rounds. */
export interface Stats {
  median: number
  low: number
  high: number
}

/** The value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return below + (above - below) * (at - Math.floor(at))
}

export const median = (numbers: readonly number[]) => quantile(numbers, 0.5)

/** Median, least and most. */
export function statsOf(numbers: readonly number[]): Stats {
  return { median: median(numbers), low: Math.min(...numbers), high: Math.max(...numbers) }
}

/** Three significant digits, as people write them. */
export function told(number: number): string {
  if (!Number.isFinite(number)) return '-'
  const digits = Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : 2
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
