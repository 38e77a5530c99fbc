import type { Alignment } from '../verify/outcome.ts'
import { type DmarcLookup, organisationOf, walkTree } from './walk.ts'

/** RFC 9989 4.10.2 does not bound the walks of one message. */
const MOST_WALKS = 10

/** Compares identifiers with the author's domain (RFC 9989 4.4), whatever their own result is. */
export function aligner(author: string, lookup: DmarcLookup): (identifier: string) => Promise<Alignment> {
  const walked = new Map<string, Promise<string | undefined>>()
  const organisation = (domain: string): Promise<string | undefined> => {
    const known = walked.get(domain)
    if (known) return known
    const found = walked.size > MOST_WALKS ? Promise.resolve(undefined) : findOrganisation(domain, lookup)
    walked.set(domain, found)
    return found
  }
  return async (identifier) => {
    if (identifier === author) return 'strict'
    // Without a common top label there is no common organization.
    if (identifier === '' || identifier.split('.').at(-1) !== author.split('.').at(-1)) return 'none'
    const own = await organisation(author)
    if (own === undefined) return 'unknown'
    if (identifier !== own && !identifier.endsWith(`.${own}`)) return 'none'
    const theirs = await organisation(identifier)
    if (theirs === undefined) return 'unknown'
    return theirs === own ? 'relaxed' : 'none'
  }
}

async function findOrganisation(domain: string, lookup: DmarcLookup): Promise<string | undefined> {
  return organisationOf(domain, await walkTree(domain, lookup))
}
