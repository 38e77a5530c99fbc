import type { Store } from '../../store/store.ts'
import { type Owner, ownerOf } from './owner.ts'

/** Says whose a report about a name is. */
export type OwnerOf = (name: string) => Promise<Owner>

/** Strangers choose the names. */
const MOST_KNOWN = 1_000

/** Looks each name up once. */
export function createOwners(domains: Pick<Store['domains'], 'byName'>, accountId: string): OwnerOf {
  const owners = new Map<string, Promise<Owner>>()
  return (name) => {
    const known = owners.get(name)
    if (known) return known
    const owner = ownerOf(domains, accountId, name)
    if (owners.size >= MOST_KNOWN) owners.clear()
    owners.set(name, owner)
    return owner
  }
}
