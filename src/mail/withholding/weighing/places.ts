/** Words, and meanings that stand together, share so many places of one table of weights. */
export const PLACES = 1 << 18

/** How much each place of the table is in a window. */
export type Places = Map<number, number>

/** What a hash begins with. */
export const BEGIN = 0x811c9dc5

/** FNV-1a over UTF-16 units: a feature is hashed piece by piece, and never put together. */
export function hashed(hash: number, text: string, end = text.length): number {
  let mixed = hash
  for (let at = 0; at < end; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193)
  return mixed
}

/** The place in the table of what was hashed: the high bits are mixed into the low ones. */
export function placeOfHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 12)) & (PLACES - 1)
}

/** The place of a feature in the table. */
export function placeOf(feature: string): number {
  return placeOfHash(hashed(BEGIN, feature))
}
