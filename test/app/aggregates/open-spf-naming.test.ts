import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSpfNaming } from '../../../src/app/aggregates/open-spf-naming.ts'
import type { Config } from '../../../src/config/config.ts'
import { DEMO_DOMAIN } from '../../../src/services/samples/zone.ts'
import { testClock } from '../../support/clock.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'

let server: DnsServer
beforeAll(async () => {
  server = await dnsServer({
    'example.org': { TXT: ['v=spf1 include:sender.example -all'] },
    'sender.example': { TXT: ['v=spf1 ip4:198.51.100.0/24 -all'] },
    [DEMO_DOMAIN]: { TXT: ['v=spf1 ip4:203.0.113.0/24 -all'] },
  })
})
afterAll(() => server.close())

function config(): Config {
  const [host = '', port = ''] = server.address.split(':')
  const dns = { servers: [{ host, port: Number(port) }], timeout: 5_000, tries: 2 }
  return { dns } as unknown as Config
}

async function stateOf(domain: string, ip: string, demo?: Parameters<typeof openSpfNaming>[2]) {
  const namings = openSpfNaming(config(), { clock: testClock() }, demo)
  return (await namings.of({ accountId: 'shop', domain }, [ip])).byAddress.get(ip)?.state
}

test('the servers of the config are asked', async () => {
  expect(await stateOf('example.org', '198.51.100.7')).toBe('named')
  expect(await stateOf('example.org', '198.51.101.7')).toBe('not_named')
})

test('the demo domain is answered by its own zone, and no other', async () => {
  const demo = { zone: { [DEMO_DOMAIN]: { TXT: ['v=spf1 ip4:192.0.2.0/27 -all'] } } }
  expect(await stateOf(DEMO_DOMAIN, '192.0.2.7', demo)).toBe('named')
  expect(await stateOf(DEMO_DOMAIN, '203.0.113.7', demo)).toBe('not_named')
  expect(await stateOf('example.org', '198.51.100.7', demo)).toBe('named')
})
