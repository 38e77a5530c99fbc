import { askLists } from '../../../mail/server/blocklists/ask.ts'
import type { SenderDomain } from '../../../mail/server/domain-blocklist/sender-domains.ts'
import { type Analyzer, type Conclusion, neutral } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'
import { askedFrom, judgeListings, named } from '../../listings.ts'

const WEIGHT = 2
const COSTS = {
  /** Points per weight of the code that a list answered with. */
  perWeight: 0.2,
} as const

/** The sender's domains on domain lists, each registrable domain asked once. The client address plays no part. */
export const domainBlocklist: Analyzer = {
  name: 'domain-blocklist',
  group: 'server',
  title: 'Domain blocklists',
  asks: 'Are the sender’s domains on a blocklist?',
  why: 'A listed domain has its mail refused or sent to spam, whichever server it comes from.',
  who: 'The owner of the domain stops the cause and asks the list for removal.',
  weight: WEIGHT,
  costs: {},
  async run({ client, facts, settings, dns }: AnalysisContext): Promise<Conclusion> {
    if (client.kind === 'demo') return neutral("A sample from this machine's own domain: no list is asked.")
    const { asked, notAsked, isOpen } = await facts.senderDomains()
    if (asked.length === 0) return neutral('The sender names no domain that a list could be asked about.')
    const lists = settings.lists.filter((list) => list.kind === 'domain')
    const domains = asked.map(({ domain }) => domain)
    return judgeListings({
      weight: WEIGHT,
      about: named(domains),
      lists,
      reports: await askLists(lists, settings.listStates, domains, dns('domain-lists')),
      evidence: {
        checked_domains: asked.map(inWords).join('; '),
        ...askedFrom(settings),
        ...(notAsked.length > 0 && { not_asked: named(notAsked.map(({ domain }) => domain)) }),
      },
      price: ({ weight }) => COSTS.perWeight * weight,
      ...(isOpen && {
        open: "The name of the sender's address, whose domain would be asked too, got no answer.",
      }),
    })
  },
}

function inWords({ domain, roles }: SenderDomain): string {
  return `${domain} (${roles.join('; ')})`
}
