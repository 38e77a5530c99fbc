/** What one message says in the counts of its day. */
export interface Counted {
  /** In tenths; null: it could not be analysed. */
  score: number | null
  failedChecks: readonly string[]
}

/** The counts of a day. */
export interface Counts {
  scored: number
  failed: number
  scores: Record<string, number>
  checks: Record<string, number>
}

export const NO_COUNTS = (): Counts => ({ scored: 0, failed: 0, scores: {}, checks: {} })

/** Adds a message to the counts, or takes it away again. */
export function tally(counts: Counts, { score, failedChecks }: Counted, by: 1 | -1): void {
  if (score === null) {
    counts.failed += by
    return
  }
  counts.scored += by
  step(counts.scores, String(score), by)
  for (const name of failedChecks) step(counts.checks, name, by)
}

/** What nobody has is left out. */
function step(of: Record<string, number>, name: string, by: 1 | -1): void {
  const value = (Object.hasOwn(of, name) ? (of[name] ?? 0) : 0) + by
  if (value > 0) of[name] = value
  else delete of[name]
}

const SEPARATOR = ','

/** Names as a row keeps them. */
export const joinedNames = (names: readonly string[]): string => names.join(SEPARATOR)

export const namesIn = (joined: string): string[] => (joined === '' ? [] : joined.split(SEPARATOR))
