import type { Chance } from './random.ts'

const ODD_OCTETS = ['\0', '\r', '\n', '\t', ' ', '\x7f', '\x80', '\xff', '\xc3', '\xe2\x80\xae', '\x1b$B']
const MOST_CHANGES = 8
const LONGEST = 200_000

/** Octets of a seed after some small damage: cut, doubled, moved, mixed with another seed and with pieces of the format. */
export function mutated(seeds: readonly string[], pieces: readonly string[], chance: Chance): string {
  let text = chance.pick(seeds)
  for (let left = chance.below(MOST_CHANGES) + 1; left > 0; left -= 1)
    text = damaged(text, seeds, pieces, chance)
  return text.slice(0, LONGEST)
}

function damaged(text: string, seeds: readonly string[], pieces: readonly string[], chance: Chance): string {
  const at = chance.below(text.length + 1)
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const some = chance.below(chance.below(4) === 0 ? 400 : 12)
  switch (chance.below(8)) {
    case 0:
      return before + after.slice(some)
    case 1:
      return before + after.slice(0, some) + after
    case 2:
      return before + chance.pick(pieces) + after
    case 3:
      return before + chance.pick(pieces).repeat(1 + chance.below(60)) + after.slice(chance.below(3))
    case 4:
      return before + chance.pick(ODD_OCTETS) + after.slice(1)
    case 5:
      return before + String.fromCharCode(chance.below(256)) + after.slice(1)
    case 6: {
      const other = chance.pick(seeds)
      return before + other.slice(chance.below(other.length))
    }
    default:
      return after + before
  }
}

/** Octets without any order. */
export function noise(chance: Chance): string {
  const length = chance.below(chance.below(5) === 0 ? 5_000 : 200)
  return Array.from({ length }, () => String.fromCharCode(chance.below(256))).join('')
}
