const LONGEST = 80

/** The candidate closest to what was written, when it is close enough to have been meant. */
export function closest(written: string, candidates: readonly string[]): string | undefined {
  const wanted = written.toLowerCase()
  const most = wanted.length < 4 ? 1 : wanted.length < 9 ? 2 : 3
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = typos(wanted, candidate.toLowerCase())
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

/** Levenshtein's distance, two neighbours swapped counting as one: lsiten is one away from listen. */
function typos(a: string, b: string): number {
  if (a.length > LONGEST || b.length > LONGEST) return Number.POSITIVE_INFINITY
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1]
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const changed = at(row - 1, column - 1) + (same ? 0 : 1)
      const least = Math.min(changed, at(row - 1, column) + 1, at(row, column - 1) + 1)
      rows[row]?.push(swapped ? Math.min(least, at(row - 2, column - 2) + 1) : least)
    }
  }
  return at(a.length, b.length)
}
