import type { ComplaintProvider, ComplaintProviders } from '../../core/complaints/provider.ts'
import { isFreemail } from '../reading/domains/known-domains.ts'
import { organisationOf } from '../reading/domains/sender-domain.ts'
import { COMPLAINT_PROVIDERS, WITHOUT_REPORTS } from './known-providers.ts'

/** Everything that is known of feedback loops. */
export const KNOWN_LOOPS: ComplaintProviders = { providers: COMPLAINT_PROVIDERS, without: WITHOUT_REPORTS }

/** Sends for several, who are told apart by what it says. */
const SERVICE = 'validity'

const lower = (text: string) => text.toLowerCase()
const bySource = new Map(
  COMPLAINT_PROVIDERS.flatMap(({ id, sources = [] }) => sources.map((name) => [lower(name), id] as const)),
)

/**
 * Who reports, of a mail whose sender is proved: the id of a provider, or the organization of the domain. Undefined: whoever has a mailbox
 * there could have sent it, which proves nothing of the provider.
 */
export function complaintProvider(from: string, source?: string): string | undefined {
  const address = lower(from)
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const known = closest(address, domain)
  if (known?.id === SERVICE) return named(source) ?? SERVICE
  if (known) return known.id
  if (isFreemail(domain)) return undefined
  return organisationOf(domain) ?? domain
}

/** What a service names is its word, and only names that are known make a provider of their own. */
const named = (source: string | undefined) => (source === undefined ? undefined : bySource.get(lower(source)))

/** The sender with the longest name that it is at or below. */
function closest(address: string, domain: string): ComplaintProvider | undefined {
  let best: { provider: ComplaintProvider; length: number } | undefined
  for (const provider of COMPLAINT_PROVIDERS) {
    for (const sender of provider.senders) {
      const isIt = sender.includes('@')
        ? address === sender
        : domain === sender || domain.endsWith(`.${sender}`)
      if (isIt && sender.length > (best?.length ?? 0)) best = { provider, length: sender.length }
    }
  }
  return best?.provider
}
