/** Sets of small numbers as bits: number n is bit n % 8 of octet n / 8. Octets that are missing at the end are 0. */

/** Numbers from this on are in no set, so that none grows past 32 KB: what a domain has of them past that is counted from rows. */
export const MOST_NUMBERS = 262_144

/** A set with other members. */
export function changedSet(
  set: Uint8Array,
  changes: { in?: Iterable<number>; out?: Iterable<number> },
): Uint8Array {
  const coming = [...(changes.in ?? [])].filter((number) => number < MOST_NUMBERS)
  const most = coming.reduce((length, number) => Math.max(length, (number >> 3) + 1), set.length)
  const changed = new Uint8Array(most)
  changed.set(set)
  for (const number of coming) changed[number >> 3] = (changed[number >> 3] ?? 0) | (1 << (number & 7))
  for (const number of changes.out ?? []) {
    const octet = changed[number >> 3]
    if (octet !== undefined) changed[number >> 3] = octet & ~(1 << (number & 7))
  }
  let length = changed.length
  while (length > 0 && changed[length - 1] === 0) length -= 1
  return changed.subarray(0, length)
}

/** Whether all of them are members, or never will be. */
export function holdsAll(set: Uint8Array, numbers: Iterable<number>): boolean {
  for (const number of numbers) {
    if (number < MOST_NUMBERS && !((set[number >> 3] ?? 0) & (1 << (number & 7)))) return false
  }
  return true
}
