/** A number from 0, below 1, which follows from the seed and these words alone: the same report is the same whenever it is made. */
export type Chance = (...words: readonly (string | number)[]) => number

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over the words, mixed as MurmurHash3 ends. */
export function chanceOf(seed: number): Chance {
  return (...words) => {
    let hash = FNV_START ^ seed
    for (const word of words) {
      const text = String(word)
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
      hash = Math.imul(hash ^ 0xff, FNV_PRIME)
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
  }
}

/** A whole number in place of a broken one, so that many of them add up to what they should. */
export const rounded = (number: number, chance: number): number => Math.floor(number + chance)
