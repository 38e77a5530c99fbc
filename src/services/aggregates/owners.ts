import type { Store } from '../../store/store.ts'

/** Whose a report is: the account's closest verified domain at or above a name; or why nobody's. */
export type Owner =
  | { domainId: string; name: string }
  | { reason: 'domain_mismatch' | 'unverified_domain'; toVerify?: string }

export type OwnerOf = (name: string) => Promise<Owner>

/** Strangers choose the names. */
const MOST_KNOWN = 1_000

/** Looks each name up once. */
export function createOwners(domains: Pick<Store['domains'], 'byName'>, accountId: string): OwnerOf {
  const owners = new Map<string, Promise<Owner>>()

  async function lookUp(name: string): Promise<Owner> {
    let toVerify: string | undefined
    for (let rest = name; rest !== ''; rest = parentOf(rest)) {
      const entry = await domains.byName(accountId, rest)
      if (entry?.verifiedAt) return { domainId: entry.id, name: entry.domain }
      if (entry) toVerify ??= entry.domain
    }
    return toVerify === undefined ? { reason: 'domain_mismatch' } : { reason: 'unverified_domain', toVerify }
  }

  return (name) => {
    const known = owners.get(name)
    if (known) return known
    const owner = lookUp(name)
    if (owners.size >= MOST_KNOWN) owners.clear()
    owners.set(name, owner)
    return owner
  }
}

const parentOf = (name: string) => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : '')
