import cloudRanges from '../../../data/cloud-ranges.json' with { type: 'json' }
import { type Range, rangeOf } from '../gate/networks.ts'
import { type AddressSet, both, breadthOf, setOf } from './ranges.ts'

/** How much of a set is in ranges that a cloud gives to any of its customers. */
export interface SharedIn {
  cloud: string
  ipv4: bigint
}

/** One address, or a few, of a cloud are usually one's own as long as they are rented. */
const LEAST_NETWORK = 256n

const CLOUDS = cloudRanges.clouds.map(({ name, networks }) => ({
  name,
  set: setOf(networks.flatMap(rangeIn)),
}))

function rangeIn(network: string): Range[] {
  const [address = '', prefix] = network.split('/')
  const range = rangeOf(address, 4, Number(prefix))
  return range ? [range] : []
}

/** The clouds whose customers share networks of a set, by name. Networks of fewer than 256 addresses do not count. */
export function sharedIn(set: AddressSet): SharedIn[] {
  const wide = set[4].filter(({ first, last }) => last - first + 1n >= LEAST_NETWORK)
  return CLOUDS.flatMap(({ name, set: cloud }) => {
    const { ipv4 } = breadthOf(both({ 4: wide, 6: [] }, cloud))
    return ipv4 >= LEAST_NETWORK ? [{ cloud: name, ipv4 }] : []
  })
}
