/** Whose records are: of the closest verified domain of the account at or above their header_from; where there is none, of the one at or
 * above the report's policy domain. Gives the domain that a record belongs to, by name. `stays`: a domain that it belongs to unless a verified
 * one is closer. */
export type Home = (headerFrom: string, policyDomain: string, stays?: string) => VerifiedDomain | undefined

export interface VerifiedDomain {
  id: string
  domain: string
}

/** As long as a name of the DNS can be. */
const LONGEST_NAME = 253

/** The name and those above it. */
export function* upwards(name: string): Generator<string> {
  if (name.length > LONGEST_NAME) return
  for (let rest = name; rest !== ''; ) {
    yield rest
    const dot = rest.indexOf('.')
    rest = dot < 0 ? '' : rest.slice(dot + 1)
  }
}

/** `verified`: ids by name. */
export function homeAmong(verified: ReadonlyMap<string, string>): Home {
  const closest = (name: string, stays: string | undefined): VerifiedDomain | 'stays' | undefined => {
    for (const one of upwards(name)) {
      const id = verified.get(one)
      if (id !== undefined) return { id, domain: one }
      if (one === stays) return 'stays'
    }
    return undefined
  }
  return (headerFrom, policyDomain, stays) => {
    const found = closest(headerFrom, stays) ?? closest(policyDomain, stays)
    return found === 'stays' ? undefined : found
  }
}
