import { askLists } from '../../mail/server/blocklists/ask.ts'
import { askableDomain } from '../../mail/server/blocklists/askable-domain.ts'
import { lookUpReverse } from '../../mail/server/reverse-dns/reverse-dns.ts'
import { examineTransport } from '../../mail/server/transport-policy/examine.ts'
import { unregisteredInTransport } from '../../mail/server/transport-policy/unregistered.ts'
import { neutral } from '../analyzer.ts'
import { judgeListings } from '../listings.ts'
import { concludeReverse } from '../reverse.ts'
import { concludeTransport } from '../transport.ts'
import { drawTransport } from './draw.ts'
import { type Inspector, withoutCost } from './inspector.ts'

/** MTA-STS, TLS-RPT, DANE, DNSSEC and CAA of the domain. */
export const transportPolicy: Inspector = {
  name: 'transport-policy',
  async run({ name, dns, web, clock, draw }) {
    const view = await examineTransport(name, dns('server'), web('policy'))
    draw(drawTransport(view))
    const unregistered = await unregisteredInTransport(view, dns('server'))
    return concludeTransport(view, unregistered, clock.now())
  },
}

/** The PTR names of the address, and whether they lead back. */
export const reverseDns: Inspector = {
  name: 'reverse-dns',
  async run({ name, dns }) {
    const reverse = await lookUpReverse(name, dns('server'))
    return withoutCost(await concludeReverse(name, reverse, async () => undefined))
  },
}

/** The address on lists of addresses. */
export const blocklist: Inspector = {
  name: 'blocklist',
  async run({ name, settings, dns }) {
    const lists = settings.lists.filter((list) => list.kind !== 'domain')
    return judgeListings({
      weight: 0,
      about: name,
      lists: lists.filter((list) => list.kind === 'block'),
      reports: await askLists(lists, settings.listStates, [name], dns('ip-lists')),
      evidence: { checked_ip: name },
      price: () => 0,
    })
  },
}

/** The domain on lists of domains. */
export const domainBlocklist: Inspector = {
  name: 'domain-blocklist',
  async run({ name, settings, dns }) {
    const domain = askableDomain(name)
    if (domain === undefined) return neutral('Lists are not asked about a public suffix.')
    const lists = settings.lists.filter((list) => list.kind === 'domain')
    return judgeListings({
      weight: 0,
      about: domain,
      lists,
      reports: await askLists(lists, settings.listStates, [domain], dns('domain-lists')),
      evidence: { checked_domains: domain },
      price: () => 0,
    })
  },
}
