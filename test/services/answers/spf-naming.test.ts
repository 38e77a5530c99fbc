import { afterEach, expect, test } from 'bun:test'
import { readSpfTerms } from '../../../src/mail/authentication/spf/naming/terms.ts'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { Resolver } from '../../../src/net/ports.ts'
import { createSpfNamings, type SpfNamingDeps } from '../../../src/services/answers/spf-naming.ts'
import { testClock } from '../../support/clock.ts'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'
import { until } from '../../support/until.ts'
import { zone } from '../../support/zone.ts'

const open: DnsServer[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

const ZONE: ZoneLiteral = {
  'example.org': { TXT: ['v=spf1 include:sender.example ip4:192.0.2.7 -all'] },
  'sender.example': { TXT: ['v=spf1 ip4:198.51.100.0/24 -all'] },
}

async function loopback(zone: ZoneLiteral): Promise<{ resolver: Resolver; calls: string[] }> {
  const server = await dnsServer(zone)
  open.push(server)
  return {
    resolver: createStubResolver({ servers: [server.address], timeoutMs: 2_000, tries: 1 }),
    calls: server.calls,
  }
}

const over = (resolver: Resolver, clock = testClock(), more: Partial<SpfNamingDeps> = {}) =>
  createSpfNamings({ read: (domain) => readSpfTerms(domain, resolver), clock, waitMs: 60_000, ...more })

const ASKED = { accountId: 'shop', domain: 'example.org' }
const MINUTE = 60_000

test('terms out of the DNS, and asked for once', async () => {
  const { resolver, calls } = await loopback(ZONE)
  const clock = testClock()
  const namings = over(resolver, clock)
  const [told, again] = await Promise.all([
    namings.of(ASKED, ['198.51.100.7', '192.0.2.7', '192.0.2.8']),
    namings.of(ASKED, ['192.0.2.7', '203.0.113.1']),
  ])
  expect(told.record).toBe('read')
  expect([...told.byAddress.values()].map((one) => ('term' in one ? one.term : one.state))).toEqual([
    'include:sender.example',
    'ip4:192.0.2.7',
    'not_named',
  ])
  expect([...again.byAddress.values()].map(({ state }) => state)).toEqual(['named', 'not_named'])
  expect(calls).toEqual(['TXT example.org', 'TXT sender.example'])
  clock.advance(11 * MINUTE)
  await namings.of(ASKED, ['192.0.2.7'])
  expect(calls.length).toBe(4)
})

test('a DNS that does not answer names nobody and refuses nobody; it is asked again soon', async () => {
  const clock = testClock()
  let isDown = true
  const { resolver } = await loopback(ZONE)
  const namings = createSpfNamings({
    clock,
    waitMs: 60_000,
    read: async (domain) => {
      if (isDown) throw new Error('gone')
      return readSpfTerms(domain, resolver)
    },
  })
  const told = await namings.of(ASKED, ['192.0.2.7'])
  expect([told.record, told.byAddress.get('192.0.2.7')?.state]).toEqual(['unknown', 'unknown'])
  isDown = false
  expect((await namings.of(ASKED, ['192.0.2.7'])).record).toBe('unknown')
  clock.advance(MINUTE)
  expect((await namings.of(ASKED, ['192.0.2.7'])).byAddress.get('192.0.2.7')?.state).toBe('named')
})

test('a record of which a part was not answered is read again soon', async () => {
  const clock = testClock()
  const fail: string[] = ['TXT sender.example']
  const read = (domain: string) => readSpfTerms(domain, zone(ZONE, [...fail]))
  const namings = createSpfNamings({ clock, waitMs: 60_000, read })
  const state = async (ip: string) => (await namings.of(ASKED, [ip])).byAddress.get(ip)?.state
  expect([await state('192.0.2.7'), await state('198.51.100.7')]).toEqual(['named', 'unknown'])
  fail.length = 0
  expect(await state('198.51.100.7')).toBe('unknown')
  clock.advance(MINUTE)
  expect(await state('198.51.100.7')).toBe('named')
})

test('nobody waits longer than the wait, and what comes later is there for the next', async () => {
  let answer: (() => void) | undefined
  const { resolver } = await loopback(ZONE)
  const read = async (domain: string) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return readSpfTerms(domain, resolver)
  }
  const namings = over(resolver, testClock(), { read, waitMs: 20 })
  expect((await namings.of(ASKED, ['192.0.2.7'])).record).toBe('unknown')
  answer?.()
  await until(
    async () => (await namings.of(ASKED, ['192.0.2.7'])).byAddress.get('192.0.2.7')?.state === 'named',
  )
})

test('one account’s slow domains do not hold up those of another', async () => {
  const { resolver } = await loopback(ZONE)
  const reads: string[] = []
  const read = (domain: string) => {
    reads.push(domain)
    return domain.startsWith('slow') ? new Promise<never>(() => {}) : readSpfTerms(domain, resolver)
  }
  const namings = over(resolver, testClock(), { read, waitMs: 50 })
  const slow = Array.from({ length: 6 }, (_, index) =>
    namings.of({ accountId: 'slow', domain: `slow${index}.example` }, ['192.0.2.7']),
  )
  await Promise.all(slow)
  expect(reads).toEqual(['slow0.example', 'slow1.example'])
  await until(async () => (await namings.of(ASKED, ['192.0.2.7'])).record === 'read')
})

test('domains and addresses are bounded', async () => {
  const { resolver, calls } = await loopback(ZONE)
  const namings = over(resolver)
  const ips = Array.from({ length: 6_000 }, (_, index) => `198.51.${index >> 8}.${index & 255}`)
  const { byAddress } = await namings.of(ASKED, ips)
  expect(byAddress.size).toBe(5_000)
  for (let index = 0; index < 200; index += 1) {
    await namings.of({ accountId: 'shop', domain: `d${index}.example` }, [])
  }
  const before = calls.length
  await namings.of(ASKED, ['192.0.2.7'])
  expect(calls.length).toBe(before + 2)
})

test('more addresses than are kept are named all the same', async () => {
  const { resolver } = await loopback(ZONE)
  const namings = over(resolver)
  const some = (first: number) =>
    Array.from({ length: 5_000 }, (_, index) => `10.${first}.${index >> 8}.${index & 255}`)
  for (const first of [0, 1]) await namings.of(ASKED, some(first))
  const { byAddress } = await namings.of(ASKED, ['192.0.2.7', ...some(2)])
  expect(byAddress.get('192.0.2.7')?.state).toBe('named')
  expect([...byAddress.values()].some(({ state }) => state === 'unknown')).toBe(false)
})
