/** At most `most` letters are put in, left out, replaced or swapped with their neighbour between the two. Takes time
 * proportional to the length of the texts times `most`. */
export function isWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = rowOf(a, b, i, { before, last, most })
    if (Math.min(...row.filter((cost) => cost !== undefined)) > most) return false
    before = last
    last = row
  }
  return (last[b.length] ?? Number.POSITIVE_INFINITY) <= most
}

interface Rows {
  before: readonly number[]
  last: readonly number[]
  most: number
}

const FAR = Number.MAX_SAFE_INTEGER

/** One row of the matrix; what lies more than `most` beside the diagonal is far. */
function rowOf(a: string, b: string, i: number, { before, last, most }: Rows): number[] {
  const row = new Array<number>(b.length + 1).fill(FAR)
  if (i <= most) row[0] = i
  const end = Math.min(b.length, i + most)
  for (let j = Math.max(1, i - most); j <= end; j += 1) {
    const replaced = (last[j - 1] ?? FAR) + (a[i - 1] === b[j - 1] ? 0 : 1)
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const swapped = isSwapped ? (before[j - 2] ?? FAR) + 1 : FAR
    row[j] = Math.min(replaced, swapped, (last[j] ?? FAR) + 1, (row[j - 1] ?? FAR) + 1)
  }
  return row
}
