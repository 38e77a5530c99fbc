const LONGEST = 1_000
const LONGEST_DOMAIN = 253
const DOMAIN = /@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,20})(?![a-z0-9.-])/i

/** The domain of the address in a field, where it is one in ASCII. */
export function domainOf(field: string): string | undefined {
  const domain = DOMAIN.exec(field.slice(0, LONGEST))?.[1]?.toLowerCase()
  return domain !== undefined && domain.length <= LONGEST_DOMAIN ? domain : undefined
}
