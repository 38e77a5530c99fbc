import { tidyDomain } from '../reading/domains/domain-name.ts'

const ADDRESS = /(?:mailto:[^\s@,;]{1,64}@|https:\/\/)([a-z0-9._-]{1,253})/gi
const LONGEST = 2_000
const MOST_ADDRESSES = 10

/** Addresses for reports that stand in a text, up to the end of their host. */
export const addressesIn = (text: string): string[] =>
  [...text.slice(0, LONGEST).matchAll(ADDRESS)].slice(0, MOST_ADDRESSES).map(([address]) => address)

/** The domain or the host that an address for reports leads to; empty: it is none. */
export function hostOfAddress(address: string): string {
  const [, host = ''] = new RegExp(`^${ADDRESS.source}`, 'i').exec(address) ?? []
  return tidyDomain(host)
}

/** What an offered record leaves out, as it stood there. */
export function leavesOut(items: readonly string[]): string {
  if (items.length === 0) return ''
  const several = items.length > 1
  return `It leaves out ${items.join(' ')}, which ${several ? 'name' : 'names'} what looks unregistered. If a name is misspelt, correct the name instead.`
}

/** What an offered record still holds, as nobody can show that it may go. */
export function stillHolds(items: readonly string[], one = 'this term', several = 'these terms'): string {
  if (items.length === 0) return ''
  const [names, these] = items.length > 1 ? ['name', several] : ['names', one]
  return `It still holds ${items.join(' ')}, which ${names} what looks unregistered: publish it without ${these} if the registry says that nobody holds the domain.`
}
