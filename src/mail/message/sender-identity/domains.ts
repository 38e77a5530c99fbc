import { domainToUnicode } from 'node:url'
import { organisationOf } from '../../reading/domains/sender-domain.ts'
import { deceitOf, looksLike, type NameDeceit } from '../../reading/unicode/domain-labels.ts'
import type { Remark } from '../../remark.ts'

const DECEITS: Readonly<Record<NameDeceit, string>> = {
  'mixed-scripts': 'mixes scripts in one label',
  'read-as-latin': 'is written in another script but read as Latin letters',
  invalid: 'is not valid by IDNA',
}

/** The internationalised form of a domain; absent where it is the same. */
export function shownDomain(domain: string): string | undefined {
  const shown = domainToUnicode(domain)
  return shown === '' || shown === domain ? undefined : shown
}

/** Judges the domains of the sender's fields by how they are written. */
export function judgeDomains(domains: ReadonlyMap<string, string>): Remark<'domain-deceives'>[] {
  return [...domains].flatMap(([domain, field]) => {
    const deceit = deceitOf(domain)
    if (!deceit) return []
    return {
      code: 'domain-deceives',
      says: `The domain of ${field}, ${domain}, ${DECEITS[deceit]}.`,
      advice:
        'Send from a domain whose labels are each written in one script and cannot be taken for others.',
      reference: 'UTS #39 sections 4 and 5.2; Gmail sender guidelines (2026-03-21)',
    }
  })
}

/** Judges whether the domain of From can be taken for one that the message names elsewhere. */
export function judgeLikeness(from: string, others: Iterable<string>): Remark<'domain-lookalike'>[] {
  const other = [...new Set(others)].find((domain) => looksLike(from, domain))
  if (other === undefined) return []
  return [
    {
      code: 'domain-lookalike',
      says: `The domain of From, ${organisationOf(from)}, can be taken for ${organisationOf(other)}, which the message names too.`,
      advice: 'Send from the domain that readers know.',
      reference: 'UTS #39 section 4',
    },
  ]
}
