/** What is said when --min-score is none. */
export const NO_SCORE = '--min-score: expected points between 0 and 10, such as 8.5.'

/** The value of --min-score. NaN: what was written is no score. */
export function leastScore(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const least = /^\d{1,2}(?:\.\d{1,2})?$/.test(written) ? Number(written) : Number.NaN
  return least > 10 ? Number.NaN : least
}
