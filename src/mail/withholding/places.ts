/** Words, and meanings that stand together, share so many places of one table of weights. */
export const PLACES = 1 << 17

/** A text of fewer features than this counts as if it had so many. */
const FEW = 12

/** How much each place of the table is in a message. */
export type Places = Map<number, number>

/** Adds one text's features: their number says less the more there are. */
export function addFeatures(places: Places, features: Iterable<string>, most: number, share: number): void {
  const counts = new Map<number, number>()
  for (const feature of features) {
    const place = hashed(feature) & (PLACES - 1)
    counts.set(place, Math.min(most, (counts.get(place) ?? 0) + 1))
  }
  let squares = 0
  for (const count of counts.values()) squares += count * count
  const scale = share / Math.sqrt(Math.max(squares, FEW))
  for (const [place, count] of counts) places.set(place, (places.get(place) ?? 0) + count * scale)
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
