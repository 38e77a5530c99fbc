import { BIT, bitsOf, OF_ACCOUNTS } from '../../data/auth-words/concepts.ts'
import type { Carrier } from '../looks/carrier.ts'

/** So many are weighed, the likeliest ones: a message has a handful. */
const MOST_CARRIERS = 300

/** What a sentence that may be a secret's speaks of. */
export const TELLING_BITS = bitsOf([...OF_ACCOUNTS, 'invite', 'digits'])

/** The carriers with the most to tell in and around their sentences. */
export function likeliest(carriers: readonly Carrier[]): Carrier[] {
  if (carriers.length <= MOST_CARRIERS) return [...carriers]
  return carriers
    .map((carrier, order) => ({ carrier, order, worth: worthOf(carrier) }))
    .toSorted((a, b) => b.worth - a.worth || a.order - b.order)
    .slice(0, MOST_CARRIERS)
    .map(({ carrier }) => carrier)
}

function worthOf({ passage, index, kind, view }: Carrier): number {
  const own = passage.at(index)?.bits ?? 0
  const around = passage.around(index, 2, 1).reduce((bits, segment) => bits | segment.bits, 0)
  const looks = kind === 'token' || view?.authPath === true ? 1 : 0
  return ones(own & TELLING_BITS) * 2 + ones(around & TELLING_BITS) + looks - ones(own & BIT.goods)
}

function ones(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
