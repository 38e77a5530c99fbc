import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { zoneResolver } from '../../../src/net/dns/zone.ts'
import type { Resolver } from '../../../src/net/ports.ts'
import { readDomain } from '../../../src/services/domains/domain-name.ts'
import { dnsServer } from '../../support/dns-server.ts'
import { domainWorld, SUFFIXES } from './world.ts'

type World = Awaited<ReturnType<typeof domainWorld>>

let world: World
beforeAll(async () => {
  world = await domainWorld()
})
afterAll(() => world.done())

describe('what is typed', () => {
  test.each([
    ['example.org', 'example.org'],
    [' Example.ORG. ', 'example.org'],
    ['https://www.example.org/a?b=c#d', 'www.example.org'],
    ['Ann <ann@news.example.org>'.replace(/.*<|>/g, ''), 'news.example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['shop.github.io', 'shop.github.io'],
    ['github.io', 'github.io'],
    ['mailgauge-sample.example', 'mailgauge-sample.example'],
  ])('%s is read as %s', (typed, domain) => {
    expect(readDomain(typed, SUFFIXES)).toEqual({ domain })
  })

  test.each([
    ['', 'Enter a domain'],
    ['com', 'not a domain'],
    ['co.uk', 'public suffix'],
    ['CO.UK.', 'public suffix'],
    ['公司.cn', 'public suffix'],
    ['192.0.2.1', 'IP address'],
    ['[2001:db8::1]', 'IP address'],
    ['10.0.0.1', 'IP address'],
    ['localhost', 'not a domain'],
    ['mail.local', 'one network only'],
    ['_mailgauge.example.org', 'not a domain'],
    ['a b.example.org', 'not a domain'],
    ['"><img src=x onerror=alert(1)>.example', 'not a domain'],
    [`${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.org`, 'at most 242'],
    ['x'.repeat(5_000), 'too long'],
  ])('%p is refused', (typed, reason) => {
    expect(readDomain(typed, SUFFIXES)).toEqual({ refused: expect.stringContaining(reason) })
  })
})

test('a domain is added once, with its record, and is found again however it is written', async () => {
  const admin = await world.admin()
  const one = await world.added(admin, 'bücher.example')
  expect(one).toMatchObject({ domain: 'xn--bcher-kva.example', shown: 'bücher.example', verified: false })
  expect(one.record.name).toBe('_mailgauge.xn--bcher-kva.example')
  expect(one.record.value).toMatch(/^mailgauge-verify=[a-z2-7]{26}$/)
  expect(await world.added(admin, 'https://XN--BCHER-kva.example./')).toEqual(one)
  const below = await world.added(admin, 'a.bücher.example')
  expect(below.id).not.toBe(one.id)
  expect(below.record.value).not.toBe(one.record.value)
  expect((await world.domains.list(admin)).map(({ domain }) => domain)).toEqual([
    'a.xn--bcher-kva.example',
    'xn--bcher-kva.example',
  ])
})

test('what is of another account is not found, like what does not exist', async () => {
  const [mine, other] = [await world.admin(), await world.admin()]
  const one = await world.added(mine, 'mine.example')
  for (const id of [one.id, crypto.randomUUID(), '', "'"]) {
    const missing = { ok: false, refusal: { kind: 'not_found', what: 'domain' } } as const
    expect(await world.domains.read(other, id)).toEqual(missing)
    expect(await world.domains.verify(other, id)).toEqual(missing)
    expect(await world.domains.delete(other, id)).toEqual(missing)
  }
  expect(await world.domains.list(other)).toEqual([])
  expect((await world.domains.read(mine, one.id)).ok).toBe(true)
})

test('members read, admins change, keys with the scope read', async () => {
  const admin = await world.admin()
  const one = await world.added(admin, 'roles.example')
  const member = { ...admin, role: 'member' } as const
  const needsAdmin = { ok: false, refusal: { kind: 'missing_role', role: 'admin' } } as const
  expect(await world.domains.list(member)).toHaveLength(1)
  expect(await world.domains.add(member, 'more.example')).toEqual(needsAdmin)
  expect(await world.domains.verify(member, one.id)).toEqual(needsAdmin)
  expect(await world.domains.delete(member, one.id)).toEqual(needsAdmin)
  const key = (scopes: readonly ('domains:read' | 'dmarc:read')[]) =>
    ({ kind: 'key', accountId: admin.accountId, scopes }) as const
  expect(await world.domains.list(key(['domains:read']))).toHaveLength(1)
  expect(await world.domains.list(key(['dmarc:read']))).toEqual([])
  expect((await world.domains.delete(key(['domains:read']), one.id)).ok).toBe(false)
})

test('a domain that is deleted and added again has another token', async () => {
  const admin = await world.admin()
  const one = await world.added(admin, 'again.example')
  world.publish(one)
  expect((await world.verify(admin, one)).verified).toBe(true)
  expect(await world.domains.delete(admin, one.id)).toEqual({ ok: true, value: undefined })
  const two = await world.added(admin, 'again.example')
  expect(two.record.value).not.toBe(one.record.value)
  const looked = await world.verify(admin, two)
  expect(looked).toMatchObject({ verified: false, checked: { state: 'other' } })
  expect(looked.checked?.says).toContain('another account')
  expect(await world.actions(admin.accountId)).toEqual([
    'account.created operator',
    'domain.added person',
    'domain.verified person',
    'domain.deleted person',
    'domain.added person',
  ])
})

describe('limits', () => {
  test('a plan allows so many verified domains, and more that wait', async () => {
    const admin = await world.admin('two')
    for (const name of ['one.example', 'two.example', 'three.example']) {
      const added = await world.added(admin, name)
      world.publish(added)
    }
    const [one, three, two] = await world.domains.list(admin)
    expect((await world.verify(admin, one!)).verified).toBe(true)
    expect((await world.verify(admin, two!)).verified).toBe(true)
    const looked = await world.verify(admin, three!)
    expect(looked).toMatchObject({ verified: false, checked: { state: 'found' } })
    expect(looked.checked?.says).toContain('no more verified domains')
    const refused = await world.domains.add(admin, 'four.example')
    expect(refused).toEqual({
      ok: false,
      refusal: { kind: 'limit_reached', reason: expect.stringContaining('"two" allows 2 verified domains') },
    })
    await world.domains.delete(admin, one!.id)
    expect((await world.verify(admin, three!)).verified).toBe(true)
  })

  test('those that wait are bounded too', async () => {
    const admin = await world.admin('two')
    for (let i = 0; i < 20; i++) await world.added(admin, `d${i}.example`)
    expect(await world.domains.add(admin, 'one-more.example')).toMatchObject({
      refusal: { kind: 'limit_reached' },
    })
    expect((await world.domains.add(admin, 'd3.example')).ok).toBe(true)
    expect(await world.domains.add(await world.admin('none'), 'a.example')).toMatchObject({
      refusal: { kind: 'limit_reached', reason: 'The plan "none" has no domains.' },
    })
  })

  test('an account looks so often and no oftener; the operator as often as it takes', async () => {
    const admin = await world.admin()
    const one = await world.added(admin, 'often.example')
    for (let i = 0; i < 30; i++) await world.verify(admin, one)
    expect(await world.domains.verify(admin, one.id)).toMatchObject({ refusal: { kind: 'rate_limited' } })
    const operator = { kind: 'operator', accountId: admin.accountId } as const
    expect((await world.domains.verify(operator, one.id)).ok).toBe(true)
    world.clock.advance(60_000)
    expect((await world.domains.verify(admin, one.id)).ok).toBe(true)
  })
})

test('a resolver that never answers keeps nobody waiting, and says nothing of the domain', async () => {
  const silent: Resolver = { query: () => new Promise(() => {}) }
  const slow = await domainWorld({ resolver: silent, patience: 20 })
  const admin = await slow.admin()
  const one = await slow.added(admin, 'silent.example')
  // More than may run at once.
  const looks = await Promise.all(Array.from({ length: 10 }, () => slow.verify(admin, one)))
  for (const { checked, verified } of looks) {
    expect(verified).toBe(false)
    expect(checked).toMatchObject({ state: 'unknown', says: expect.stringContaining('Nothing was changed') })
  }
  await slow.done()
})

test('an account whose name servers never answer keeps no other from being verified', async () => {
  const asked: string[] = []
  const waits: Resolver = {
    async query(name, type) {
      asked.push(name)
      if (name.includes('silent')) return new Promise(() => {})
      return zoneResolver({ '_mailgauge.other.example': { TXT: ['mailgauge-verify=of-others'] } }).query(
        name,
        type,
      )
    },
  }
  const held = await domainWorld({ resolver: waits, patience: 100 })
  const [slow, other] = [await held.admin(), await held.admin()]
  const one = await held.added(slow, 'silent.example')
  const its = await held.added(other, 'other.example')
  const looks = Array.from({ length: 25 }, () => held.verify(slow, one))
  const seen = await held.verify(other, its)
  expect(seen.checked).toMatchObject({ state: 'other' })
  await Promise.all(looks)
  expect(asked.filter((name) => name.includes('silent')).length).toBe(4)
  await held.done()
})

/** The record over a DNS server on loopback, as people publish it. */
async function overDns(published: (record: { name: string; value: string }) => ZoneLiteral) {
  let stub = createStubResolver({ servers: [], timeoutMs: 1, tries: 1 })
  const there = await domainWorld({ resolver: { query: (name, type) => stub.query(name, type) } })
  const admin = await there.admin()
  const one = await there.added(admin, 'news.shop.co.uk')
  const server = await dnsServer(published(one.record))
  stub = createStubResolver({ servers: [server.address], timeoutMs: 2_000, tries: 1 })
  const looked = await there.verify(admin, one)
  server.close()
  await there.done()
  return looked
}

describe('the record over real packets', () => {
  const upper = (text: string) => text.toUpperCase()
  test.each<[string, (value: string) => readonly (string | readonly string[])[]]>([
    ['as it is', (value) => [value]],
    ['in quotes', (value) => [`"${value}"`]],
    ['in quotes that were escaped', (value) => [`\\"${value}\\"`]],
    ['in the quotes of a word processor', (value) => [`\u201c${value}\u201d`]],
    ['with blanks', (value) => [`  ${value.replace('=', ' = ')} \t`]],
    ['in capitals', (value) => [upper(value)]],
    ['in several strings', (value) => [[value.slice(0, 5), value.slice(5, 20), value.slice(20)]]],
    ['beside others', (value) => ['v=spf1 -all', 'google-site-verification=abc', value]],
    ['beside that of another account', (value) => [`mailgauge-verify=${'a'.repeat(26)}`, value]],
    ['as a whole line', (value) => [`_mailgauge.news.shop.co.uk. 3600 IN TXT "${value}"`]],
  ])('%s verifies', async (_how, texts) => {
    const looked = await overDns(({ name, value }) => ({ [name]: { TXT: texts(value) } }))
    expect(looked).toMatchObject({
      verified: true,
      checked: { state: 'found', says: 'The record is there.' },
    })
  })

  test('behind an alias verifies', async () => {
    const looked = await overDns(({ name, value }) => ({
      [name]: { CNAME: ['there.example.net'] },
      'there.example.net': { TXT: [value] },
    }))
    expect(looked.verified).toBe(true)
  })

  test.each<[string, (value: string) => string]>([
    ['of another account', () => `mailgauge-verify=${'b'.repeat(26)}`],
    ['cut short', (value) => value.slice(0, -1)],
    ['without its prefix', (value) => value.split('=')[1] ?? ''],
    ['of another service', (value) => value.replace('mailgauge', 'other')],
    ['with letters between', (value) => value.replace('=', '=x')],
  ])('%s does not', async (_what, text) => {
    const looked = await overDns(({ name, value }) => ({ [name]: { TXT: [text(value)] } }))
    expect(looked).toMatchObject({ verified: false, checked: { state: 'other' } })
  })

  test('that is not there says so, and for how long a server may', async () => {
    const looked = await overDns(() => ({ 'elsewhere.example': { TXT: ['a'] } }))
    expect(looked.checked).toMatchObject({
      state: 'absent',
      says: expect.stringMatching(/^There is no TXT record at _mailgauge\.news\.shop\.co\.uk\. /),
    })
  })

  test('that stands with the domain twice, or without its label, is found', async () => {
    const twice = await overDns(({ name, value }) => ({ [`${name}.shop.co.uk`]: { TXT: [value] } }))
    expect(twice.checked?.state).toBe('absent')
    expect(twice.checked?.says).toContain('stands at _mailgauge.news.shop.co.uk.shop.co.uk')
    expect(twice.checked?.says).toContain('Enter _mailgauge.news as its name.')
    const bare = await overDns(({ value }) => ({ 'news.shop.co.uk': { TXT: ['v=spf1 -all', value] } }))
    expect(bare.checked?.says).toContain('stands at news.shop.co.uk. Enter _mailgauge.news as its name.')
    expect(bare.verified).toBe(false)
  })

  test('that holds something else is shown in bounds', async () => {
    const hostile = `<script>alert(1)</script>\u202e\u0000\n${'x'.repeat(3_000)}`
    const looked = await overDns(({ name }) => ({ [name]: { TXT: [hostile, 'b', 'c', 'd', 'e'] } }))
    const says = looked.checked?.says ?? ''
    expect(says).toContain('and 2 more')
    expect(says.length).toBeLessThan(300)
    expect(says).not.toMatch(/[\p{Cc}\u202e]/u)
  })
})

test('no failure of the DNS says anything', async () => {
  const admin = await world.admin()
  const one = await world.added(admin, 'failing.example')
  world.publish(one)
  const verified = await world.verify(admin, one)
  world.clock.advance(60_000)
  for (const reason of ['servfail', 'timeout'] as const) {
    world.dns.fail = { [`TXT ${one.record.name}`]: reason }
    world.clock.advance(86_400_000)
    const looked = await world.verify(admin, one)
    expect(looked).toMatchObject({ verified: true, checked: { state: 'unknown' } })
    expect(looked.verifiedAt).toEqual(verified.verifiedAt)
    expect(looked.endsAt).toBeUndefined()
  }
  world.dns.fail = {}
})

test('the DNS of a domain is looked at as soon as it is verified, and not again by verifying it again', async () => {
  const admin = await world.admin()
  const one = await world.added(admin, 'at-once.example')
  const before = world.verifications()
  await world.verify(admin, one)
  expect(world.verifications()).toBe(before)
  world.publish(one)
  await world.verify(admin, one)
  await world.verify(admin, one)
  expect(world.verifications()).toBe(before + 1)
})
