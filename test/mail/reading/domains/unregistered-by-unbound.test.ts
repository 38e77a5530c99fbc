import { afterAll, beforeAll, expect, test } from 'bun:test'
import { looksUnregistered } from '../../../../src/mail/reading/domains/unregistered.ts'
import { createStubResolver } from '../../../../src/net/dns/stub.ts'
import { hasUnbound, startUnbound, type Unbound } from '../../../net/dns/unbound.ts'

const zoneOf = (origin: string, lines = '') => `$ORIGIN ${origin}.
$TTL 300
@ SOA ns.nic.example. host.nic.example. 1 3600 600 86400 60
@ NS ns.nic.example.
${lines}
`

const ZONES = {
  com: zoneOf('com', 'held NS ns.nic.example.\nhold.deep.ent A 192.0.2.1'),
  'held.com': zoneOf('held.com', 'k1 CNAME k1.gone.com.\ndeep.below A 192.0.2.2'),
  'co.uk': zoneOf('co.uk'),
  ws: zoneOf('ws', '* A 192.0.2.3'),
  io: zoneOf('io', 'github NS ns.nic.example.'),
  'github.io': zoneOf('github.io', 'user A 192.0.2.4'),
  corp: zoneOf('corp'),
}
/** A registry that cannot be asked, a domain whose servers are lame, and filters that answer by themselves. */
const EXTRA = `
  local-zone: "blocked.com" always_nxdomain
  local-zone: "rewritten.com" redirect
  local-data: "rewritten.com A 192.0.2.66"
  local-zone: "refused.com" refuse
auth-zone:
  name: "net"
  primary: 127.0.0.1@1
  fallback-enabled: no
  for-upstream: yes
  for-downstream: no
auth-zone:
  name: "lame.com"
  primary: 127.0.0.1@1
  fallback-enabled: no
  for-upstream: yes
  for-downstream: no
`

let unbound: Unbound | undefined
beforeAll(async () => {
  if (hasUnbound) unbound = await startUnbound(ZONES, EXTRA)
})
afterAll(() => unbound?.[Symbol.asyncDispose]())

const look = (name: string, type: 'TXT' | 'A' | 'MX' = 'TXT') =>
  looksUnregistered(
    { name, type },
    createStubResolver({ servers: [unbound?.address ?? ''], timeoutMs: 5_000, tries: 1 }),
  )

test.skipIf(!hasUnbound)(
  'by a real resolver: what the registry denies, and an alias that ends there',
  async () => {
    expect(await look('_spf.gone.com')).toEqual({
      name: '_spf.gone.com',
      domain: 'gone.com',
      registry: 'com',
    })
    expect(await look('gone.co.uk', 'MX')).toEqual({
      name: 'gone.co.uk',
      domain: 'gone.co.uk',
      registry: 'co.uk',
    })
    expect(await look('k1.held.com')).toEqual({ name: 'k1.gone.com', domain: 'gone.com', registry: 'com' })
  },
)

test.skipIf(!hasUnbound).each([
  ['a name of somebody', '_spf.held.com'],
  ['an empty non-terminal', 'below.held.com'],
  ['an empty non-terminal of the registry', 'deep.ent.com'],
  ['a registry that answers every name', '_spf.gone.ws'],
  ['below a suffix of somebody', 'nobody.github.io'],
  ['a name of one network', 'mail.corp'],
  ['a filter that says NXDOMAIN', '_spf.blocked.com'],
  ['a resolver that answers for what is not there', '_spf.rewritten.com'],
  ['a resolver that refuses', '_spf.refused.com'],
  ['a registry that gives no answer', '_spf.gone.net'],
  ['a domain whose servers give none', '_spf.lame.com'],
])('by a real resolver nothing is said of %s', async (_, name) => {
  expect(await look(name)).toBeUndefined()
  expect(await look(name, 'A')).toBeUndefined()
})
