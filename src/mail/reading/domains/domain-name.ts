/** Lower case, without the root dot. */
export function tidyDomain(domain: unknown): string {
  return String(domain || '')
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Can this be a domain name? What a stranger put in d= may be any text, and is shown only when it is one. */
export function isDomainName(domain: string): boolean {
  return domain.length <= 253 && domain.includes('.') && domain.split('.').every((label) => LABEL.test(label))
}
