const LONGEST = 80

/** The candidate closest to what was written, when it is close enough to have been meant. */
export function closest(written: string, candidates: readonly string[]): string | undefined {
  const wanted = written.toLowerCase()
  const most = wanted.length < 4 ? 1 : wanted.length < 9 ? 2 : 3
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = levenshtein(wanted, candidate.toLowerCase())
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { candidate, distance }
    }
  }
  return best?.candidate ?? beginningWith(wanted, candidates)
}

function beginningWith(wanted: string, candidates: readonly string[]): string | undefined {
  return wanted.length < 4
    ? undefined
    : candidates.find((candidate) => candidate.toLowerCase().startsWith(wanted))
}

/** `, did you mean X?`, or `.` when nothing is close: the end of a sentence that refuses a name. */
export function didYouMean(
  written: string,
  candidates: readonly string[],
  show = (name: string) => name,
): string {
  const candidate = closest(written, candidates)
  return candidate === undefined ? '.' : `, did you mean ${show(candidate)}?`
}

function levenshtein(a: string, b: string): number {
  if (a.length > LONGEST || b.length > LONGEST) return Number.POSITIVE_INFINITY
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const substituted = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substituted, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
