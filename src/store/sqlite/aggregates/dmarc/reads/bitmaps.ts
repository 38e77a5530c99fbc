/** Puts sets together that are written as bits. */
export function union(sets: Iterable<Uint8Array>): Uint8Array {
  let all = new Uint8Array(0)
  for (const set of sets) {
    if (set.length > all.length) {
      // Of whole words, and so much longer that it seldom grows again.
      const longer = new Uint8Array(Math.ceil(Math.max(set.length, all.length * 2) / WORD) * WORD)
      longer.set(all)
      all = longer
    }
    add(all, set)
  }
  return all
}

const WORD = 4

/** Word by word where the set lies so that it can be read so. */
function add(all: Uint8Array, set: Uint8Array): void {
  const words = set.byteOffset % WORD === 0 ? Math.floor(set.length / WORD) : 0
  const into = new Uint32Array(all.buffer, 0, words)
  const from = new Uint32Array(set.buffer, words > 0 ? set.byteOffset : 0, words)
  for (let index = 0; index < words; index += 1) into[index] = (into[index] ?? 0) | (from[index] ?? 0)
  for (let index = words * WORD; index < set.length; index += 1)
    all[index] = (all[index] ?? 0) | (set[index] ?? 0)
}

/** What is in the first and not in the second. */
export const difference = (set: Uint8Array, without: Uint8Array): Uint8Array =>
  set.map((octet, at) => octet & ~(without[at] ?? 0))

/** How many there are of each octet. */
const BITS = Uint8Array.from({ length: 256 }, (_, octet) => octet.toString(2).replaceAll('0', '').length)

/** How many are in a set. */
export function size(set: Uint8Array): number {
  let count = 0
  for (const octet of set) count += BITS[octet] ?? 0
  return count
}
