import type { LivePolicy } from '../../../core/aggregate/live-policy.ts'
import type { Readiness, Scope } from '../ready.ts'
import type { Evidence } from './evidence.ts'
import { amount, listed, messagesOf } from './figures.ts'
import type { ScopedMail } from './scoped.ts'

const MOST_NAMED = 3

/** All that remarks are made of. */
export interface Remarked {
  domain: string
  basis: Readiness['basis']
  evidence: Evidence
  mail: Readonly<Record<Scope, ScopedMail>>
  live: LivePolicy
}

/** What is to be known of all of it. */
export function remarksOn({ domain, basis, evidence, mail, live }: Remarked): string[] {
  return [
    ...(basis === 'all'
      ? [
          'There are too few authenticated reports, so reports whose own mail did not pass DMARC count too. Anybody could have sent those: look at them before you publish a stricter policy.',
        ]
      : []),
    ...restWords(evidence),
    ...(evidence.spfUnknown
      ? [
          'The SPF record of the domain could not be looked up, so a source that it names may still be undecided.',
        ]
      : []),
    ...namesWords(mail.np.unknown),
    ...alignmentWords(live),
    ...belowWords(domain, live),
  ]
}

function restWords({ rest }: Evidence): string[] {
  if (!rest || rest.ips === 0) return []
  return [
    `${messagesOf(rest.messages)} of ${amount(rest.ips)} more addresses with little mail each are counted as a whole: what was neither authenticated nor forwarded counts as likely abuse.`,
  ]
}

function namesWords(unknown: readonly string[]): string[] {
  if (unknown.length === 0) return []
  const named = unknown.slice(0, MOST_NAMED)
  const others = unknown.length - named.length
  return [
    `Whether ${listed(named)}${others > 0 ? ` and ${amount(others)} more names` : ''} ${unknown.length === 1 ? 'exists' : 'exist'} in the DNS is not known, so there is no verdict on np.`,
  ]
}

function alignmentWords({ policy, state }: LivePolicy): string[] {
  if (state !== 'found' || !policy) return []
  const strict = (['adkim', 'aspf'] as const).filter((tag) => policy[tag] === 's')
  if (strict.length === 0) return []
  return [
    `${listed(strict.map((tag) => `${tag}=s`))} ${strict.length === 1 ? 'is' : 'are'} published (strict alignment): only exactly the domain in From counts there, no name above or below it. The figures go by that.`,
  ]
}

/** sp= and np= of a record below that of the organization reach nothing (RFC 9989 4.10.1). */
function belowWords(domain: string, live: LivePolicy): string[] {
  const { state, itself, below, policy } = live
  if (state !== 'found' || !itself || below?.domain === itself.domain) return []
  const written = (['sp', 'np'] as const).filter((tag) => policy?.[tag] !== undefined)
  const by = governedBy(live)
  return [
    `Names below ${domain} go by the record of their organization, not by that of ${domain}: ${by}.${written.length > 0 ? ` ${listed(written.map((tag) => `${tag}=`))} of ${domain} ${written.length === 1 ? 'has' : 'have'} no effect.` : ''}`,
  ]
}

function governedBy({ below, belowUnknown }: LivePolicy): string {
  if (below) return `sp=${below.published.sp} of ${below.domain} applies there`
  return belowUnknown ? 'which one applies there could not be looked up' : 'no record applies there'
}
