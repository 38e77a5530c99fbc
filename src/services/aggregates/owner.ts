import type { Store } from '../../store/store.ts'

/** Whose reports about a name are: the account's closest verified domain at or above it. */
export type Owner =
  | { domainId: string; name: string }
  | {
      reason: 'domain_mismatch' | 'unverified_domain'
      /** The closest entry, which has to be verified first. */
      toVerify?: string
    }

type Domains = Pick<Store['domains'], 'byName'>

export async function ownerOf(domains: Domains, accountId: string, name: string): Promise<Owner> {
  let toVerify: string | undefined
  for (let rest = name; rest !== ''; rest = parentOf(rest)) {
    const entry = await domains.byName(accountId, rest)
    if (entry?.verifiedAt) return { domainId: entry.id, name: entry.domain }
    if (entry) toVerify ??= entry.domain
  }
  return toVerify === undefined ? { reason: 'domain_mismatch' } : { reason: 'unverified_domain', toVerify }
}

const parentOf = (name: string) => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : '')

/** Whether reports about a name may come to the reports address of a domain: it is that, above or below it, or another of the account's. */
export async function mayComeTo(
  domains: Domains,
  { accountId, domain }: { accountId: string; domain: string },
  name: string,
): Promise<boolean> {
  if (name === domain || name.endsWith(`.${domain}`) || domain.endsWith(`.${name}`)) return true
  return 'domainId' in (await ownerOf(domains, accountId, name))
}
