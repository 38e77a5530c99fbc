import { afterAll, expect, test } from 'bun:test'
import { senderOfHost } from '../../../../src/app/aggregates/known-sender.ts'
import { organisationOf } from '../../../../src/mail/reading/domains/sender-domain.ts'
import { lookUpReverse } from '../../../../src/mail/server/reverse-dns/reverse-dns.ts'
import { createStubResolver } from '../../../../src/net/dns/stub.ts'
import { createNaming } from '../../../../src/services/aggregates/naming/naming.ts'
import { createNetworks } from '../../../../src/services/aggregates/naming/networks.ts'
import { madeReport } from '../../../store/contract/aggregates/random-reports.ts'
import { chance } from '../../../support/chance.ts'
import { testClock } from '../../../support/clock.ts'
import { provenDomain } from '../../../support/dmarc-year.ts'
import { dnsServer } from '../../../support/dns-server.ts'
import { testStore } from '../../../support/store.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const clock = testClock()
const { store, done } = await testStore({ clock })
const dns = await dnsServer({
  '1.1.9.9.in-addr.arpa': { PTR: ['o1.ptr1.sendgrid.net'] },
  'o1.ptr1.sendgrid.net': { A: ['9.9.1.1'] },
  '2.1.9.9.in-addr.arpa': { PTR: ['mail.hoster-of-nobody.com'] },
  'mail.hoster-of-nobody.com': { A: ['9.9.1.2'] },
  '3.1.9.9.origin.asn.cymru.com': { TXT: ['64500 | 9.9.0.0/16 | US | arin | 2002-01-04'] },
  'as64500.asn.cymru.com': { TXT: ['64500 | US | arin | 2002-01-04 | EXAMPLE-NET, US'] },
})
afterAll(async () => {
  dns.close()
  await done()
})

const resolver = createStubResolver({ servers: [dns.address], timeoutMs: 5_000, tries: 2 })
const job = (more: Partial<Parameters<typeof createNaming>[0]> = {}) =>
  createNaming({
    store,
    clock,
    log: quiet,
    holder: { host: 'here', start: '1' },
    lookUp: (ip) => lookUpReverse(ip, resolver),
    mayAsk: () => true,
    answers: async () => true,
    organisationOf,
    knownSender: senderOfHost,
    ...more,
  })

test('names out of the DNS become those of services when these are known, and networks come when they are asked for', async () => {
  const { accountId, id } = await provenDomain(store, 'example.org')
  const day = Math.floor(clock.now().getTime() / 86_400_000) - 2
  for (const [index, ip] of ['9.9.1.1', '9.9.1.2', '9.9.1.3'].entries()) {
    const plan = { accountId, policyDomain: 'example.org', day, ips: [ip], records: 1 }
    await store.aggregates.put(madeReport(chance(index), plan).report)
  }
  async function named() {
    const query = { groupBy: 'ip', sort: 'messages', limit: 10, offset: 0 } as const
    const { sources } = await store.aggregates.sources(id, { from: day, to: day }, query)
    return Object.fromEntries(sources.map(({ ip, organization }) => [ip, organization]))
  }
  const plain = { name: 'hoster-of-nobody.com', domain: 'hoster-of-nobody.com', basis: 'ptr' }

  await job({ knownSender: () => undefined }).run()
  expect(await named()).toEqual({
    '9.9.1.1': { name: 'sendgrid.net', domain: 'sendgrid.net', basis: 'ptr' },
    '9.9.1.2': plain,
    '9.9.1.3': undefined,
  })

  await job().run()
  const sendgrid = { name: 'Twilio SendGrid', domain: 'sendgrid.net', type: 'Transactional', basis: 'ptr' }
  expect(await named()).toEqual({ '9.9.1.1': sendgrid, '9.9.1.2': plain, '9.9.1.3': undefined })

  const asked = dns.calls.length
  const withNetworks = job({ networkOf: createNetworks(resolver) })
  await withNetworks.run()
  expect(await named()).toEqual({
    '9.9.1.1': sendgrid,
    '9.9.1.2': plain,
    '9.9.1.3': { name: 'AS64500 EXAMPLE-NET', basis: 'asn' },
  })
  expect(dns.calls.slice(asked).map((call) => call.toLowerCase())).toEqual([
    'ptr 3.1.9.9.in-addr.arpa',
    'txt 3.1.9.9.origin.asn.cymru.com',
    'txt as64500.asn.cymru.com',
  ])
})
