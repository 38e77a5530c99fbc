/** Words, and meanings that stand together, share so many places of one table of weights. */
export const PLACES = 1 << 18

/** How much each place of the table is in a window. */
export type Places = Map<number, number>

/** The place of a feature in the table. */
export function placeOf(feature: string): number {
  return hashed(feature) & (PLACES - 1)
}

/** FNV-1a over UTF-16 units, with the high bits mixed into the low ones. */
function hashed(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}
