import { askLists } from '../../../mail/server/blocklists/ask.ts'
import { linkDomains } from '../../../mail/server/link-blocklist/link-domains.ts'
import { type Analyzer, type Conclusion, neutral } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'
import { askedFrom, judgeListings, named } from '../../listings.ts'

const WEIGHT = 2
const COSTS = {
  /** Points per weight of the code that a list answered with. */
  perWeight: 0.2,
} as const

/** Where the body's links and images lead, on domain lists: registrable domains only, never a path. */
export const linkBlocklist: Analyzer = {
  name: 'link-blocklist',
  group: 'server',
  title: 'Link blocklists',
  asks: 'Are domains linked in the body on a blocklist?',
  why: 'One link to a listed domain can send the whole message to spam.',
  who: {
    else: 'Whoever writes the message takes the link out; the owner of the domain asks for removal.',
    personal: 'You take the link out; the owner of the domain asks for removal.',
  },
  weight: WEIGHT,
  costs: {},
  async run({ client, facts, settings, dns }: AnalysisContext): Promise<Conclusion> {
    const links = facts.links()
    if (links.length === 0) return neutral('The body holds no links.')
    if (client.kind === 'demo') return neutral('A sample of this machine: no list is asked about its links.')
    const sender = await facts.senderDomains()
    const { asked, notAsked, judged } = linkDomains(links, new Set(sender.asked.map(({ domain }) => domain)))
    const evidence = {
      ...(asked.length > 0 && { checked_domains: asked.join(', ') }),
      ...(judged.length > 0 && { judged_with_sender: judged.join(', ') }),
      ...(notAsked.length > 0 && { not_asked: named(notAsked) }),
    }
    if (asked.length === 0) {
      const why =
        judged.length > 0 ? "only to the sender's own domains" : 'to no domain a list could be asked about'
      return neutral(`The links of the body lead ${why}.`, evidence)
    }
    const lists = settings.lists.filter((list) => list.kind === 'domain')
    return judgeListings({
      weight: WEIGHT,
      about: named(asked),
      lists,
      reports: await askLists(lists, settings.listStates, asked, dns('links')),
      evidence: { ...evidence, ...askedFrom(settings) },
      price: ({ weight }) => COSTS.perWeight * weight,
      frame: ({ names, does }) =>
        `Take the links to ${names.join(', ')} out of the message. Where the domain is yours: ${does}`,
    })
  },
}
