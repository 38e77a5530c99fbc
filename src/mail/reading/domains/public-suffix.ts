import { parse } from 'tldts'

/** Under which registries give names away (com, co.uk), by the Public Suffix List. Its private section does not count: those suffixes
 * belong to somebody. */
export function isRegistrySuffix(domain: string): boolean {
  const { publicSuffix, isIcann } = parse(domain, { allowPrivateDomains: false })
  return publicSuffix === domain && isIcann === true
}

/** The name that was registered at a registry, in which this one stands; its private section does not count either. Undefined: none is. */
export function registrableOf(domain: string): string | undefined {
  const { domain: registrable, isIcann } = parse(domain, { allowPrivateDomains: false })
  return isIcann === true && registrable !== null ? registrable : undefined
}
