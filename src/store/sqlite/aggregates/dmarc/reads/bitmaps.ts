/** Puts sets together that are written as bits. */
export function union(sets: Iterable<Uint8Array>): Uint8Array {
  let all = new Uint8Array(0)
  for (const set of sets) {
    if (set.length > all.length) {
      const longer = new Uint8Array(Math.max(set.length, all.length * 2))
      longer.set(all)
      all = longer
    }
    for (let index = 0; index < set.length; index += 1) all[index] = (all[index] ?? 0) | (set[index] ?? 0)
  }
  return all
}

/** How many there are of each octet. */
const BITS = Uint8Array.from({ length: 256 }, (_, octet) => octet.toString(2).replaceAll('0', '').length)

/** How many are in a set. */
export function size(set: Uint8Array): number {
  let count = 0
  for (const octet of set) count += BITS[octet] ?? 0
  return count
}
