import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { localPartFrom } from '../../../../src/core/mail-test.ts'
import type { Monitor } from '../../../../src/core/watching/monitor.ts'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { check, newMessage, random, report } from '../../../support/builders.ts'
import { finish } from '../../../support/claiming.ts'
import { EVERY, HOUR, lookingWorld } from './world.ts'

const MINUTE = 60_000
const DAY = 24 * HOUR
let world: Awaited<ReturnType<typeof lookingWorld>>
beforeEach(async () => {
  world = await lookingWorld()
  world.dns.publish(ZONE)
})
afterEach(() => world.done())

const ZONE: ZoneLiteral = {
  'example.org': {
    A: ['192.0.2.80'],
    NS: ['ns.example.org'],
    TXT: ['v=spf1 ip4:203.0.114.5 -all'],
    MX: [[10, 'a.example.org']],
  },
  'a.example.org': { A: ['203.0.114.6'] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] },
  's1._domainkey.esp.example': { TXT: ['v=DKIM1; p=AAAA'] },
  '5.114.0.203.in-addr.arpa': { PTR: ['out.example.org'] },
  'out.example.org': { A: ['203.0.114.5'] },
}
/** 203.0.114.5 as lists of addresses are asked, and example.org on a list of domains. */
const LISTED = { '5.114.0.203.bl.example': { A: ['127.0.0.2'] } }
const DOMAIN_LISTED = { 'example.org.dbl.example': { A: ['127.0.0.2'] } }

async function lookAfter(milliseconds: number) {
  world.clock.advance(milliseconds)
  await world.looking.run()
}

const mailMonitor = (accountId: string, expectations: Partial<Monitor['expectations']> = {}) =>
  world.monitor(accountId, { kind: 'mail', localPart: localPartFrom(random) }, expectations)

/** A message of the monitor with its report, as the last one. */
async function received({ id: monitorId }: Monitor, checks = CHECKS, evidence: unknown = EVIDENCE) {
  const { token, id } = newMessage(`t${crypto.randomUUID().replaceAll('-', '').slice(0, 25)}`)
  const at = world.clock.now()
  const message = { ...newMessage(token, { id }), monitorId, expiresAt: new Date(at.getTime() + 30 * DAY) }
  expect(await world.store.monitors.accept([message])).toBe('stored')
  await finish(world.store, id, { status: 'scored', report: report({ checks: checks() }), evidence })
  const begun = await world.store.monitors.begin(monitorId)
  const standing = { state: 'ok', since: at, reasons: [], last: { at, token, messageId: id } } as const
  const look = { standing, state: 'null', at }
  await world.store.monitors.settle(monitorId, begun?.kept?.version ?? 0, look, [])
}

const CHECKS = (address = '203.0.114.5', domain = 'example.org') => [
  check('spf', {
    evidence: { checked_ip: address, checked_domain: 'bounce.example.org', identity: 'mailfrom' },
  }),
  check('dmarc', { evidence: { checked_domain: domain } }),
]
const EVIDENCE = {
  dns: [
    {
      name: 's1._domainkey.esp.example',
      type: 'TXT',
      took: 1,
      answer: {
        kind: 'records',
        records: [{ text: 'v=DKIM1; p=AAAA', strings: 1 }],
        ttl: 60,
        ad: false,
        chain: [],
      },
    },
    {
      name: 'gone._domainkey.esp.example',
      type: 'TXT',
      took: 1,
      answer: { kind: 'nxdomain', ttl: 60, ad: false, chain: [] },
    },
  ],
}

const lastLook = () => world.looks.at(-1)?.look

describe('a mail monitor', () => {
  test('without a message is not looked at; after the first one it is, within ten minutes', async () => {
    const { accountId } = await world.verified('other.example')
    const monitor = await mailMonitor(accountId)
    await world.looking.run()
    expect(world.looks).toEqual([])
    await received(monitor)
    await lookAfter(10 * MINUTE)
    expect(world.looks).toMatchObject([
      { monitorId: monitor.id, look: { kind: 'look', domain: 'example.org' } },
    ])
  })

  test('the records of its last sender: From, the envelope, the keys by which it was signed', async () => {
    const { accountId } = await world.verified('other.example')
    const monitor = await mailMonitor(accountId)
    await received(monitor)
    await world.looking.run()
    const places = await world.store.recordHistory.current({ monitorId: monitor.id })
    expect(places.map(({ record, name }) => `${record} ${name}`)).toEqual([
      'bimi default._bimi.example.org',
      'dkim s1._domainkey.esp.example',
      'dmarc _dmarc.example.org',
      'mta_sts _mta-sts.example.org',
      'mx example.org',
      'spf bounce.example.org',
      'spf example.org',
      'tls_rpt _smtp._tls.example.org',
    ])
    world.dns.publish({ ...ZONE, 's1._domainkey.esp.example': { TXT: ['v=DKIM1; p=BBBB'] } })
    await lookAfter(EVERY)
    await lookAfter(10 * MINUTE)
    expect(await world.told()).toMatchObject([
      { subject: monitor.id, payload: { monitor: { id: monitor.id }, changes: [{ record: 'dkim' }] } },
    ])
  })

  test('a listing counts when it is there ten minutes later, and is named with its list and address', async () => {
    const { accountId } = await world.verified('other.example')
    await received(await mailMonitor(accountId))
    await world.looking.run()
    expect(lastLook()?.bad.filter(({ condition }) => condition === 'listed')).toEqual([])
    world.dns.publish({ ...ZONE, ...LISTED, ...DOMAIN_LISTED })
    await lookAfter(EVERY)
    expect(lastLook()?.bad.filter(({ condition }) => condition === 'listed')).toEqual([])
    expect(lastLook()?.unknown).toContainEqual({ condition: 'listed', about: 'bl.example 203.0.114.5' })
    await lookAfter(10 * MINUTE)
    expect(lastLook()?.bad).toMatchObject([
      { condition: 'listed', about: 'dbl.example example.org' },
      { condition: 'listed', about: 'bl.example 203.0.114.5' },
    ])
    world.dns.publish(ZONE)
    await lookAfter(EVERY)
    expect(lastLook()?.bad).toEqual([])
    expect(lastLook()?.unknown).toEqual([])
  })

  test('a list that gives no answer is neither clean nor bad', async () => {
    const { accountId } = await world.verified('other.example')
    await received(await mailMonitor(accountId))
    world.dns.publish(ZONE, ['A 5.114.0.203.bl.example'])
    await world.looking.run()
    expect(lastLook()).toMatchObject({
      bad: [],
      unknown: [{ condition: 'listed', about: 'bl.example 203.0.114.5' }],
    })
  })

  test('another sender is looked at from the next look on', async () => {
    const { accountId } = await world.verified('other.example')
    const monitor = await mailMonitor(accountId)
    await received(monitor)
    await world.looking.run()
    await received(monitor, () => CHECKS('203.0.114.9', 'example.net'), {})
    await lookAfter(EVERY)
    expect(lastLook()?.domain).toBe('example.net')
  })

  test('what is not expected is not asked', async () => {
    const { accountId } = await world.verified('other.example')
    await world.looking.run()
    await received(await mailMonitor(accountId, { blocklists: false, records: false }))
    world.dns.calls.length = 0
    await world.looking.run()
    expect(world.dns.calls).toEqual([])
    expect(world.looks).toEqual([])
  })

  test('an address that is not public, and a name that is none, are not asked about', async () => {
    const { accountId } = await world.verified('other.example')
    await received(await mailMonitor(accountId), () => CHECKS('127.0.0.1', 'localhost'), null)
    await world.looking.run()
    expect(
      world.dns.calls.filter((call) => call.includes('bl.example') || call.includes('localhost')),
    ).toEqual([])
  })
})

describe('a domain monitor', () => {
  test('what was broken from the beginning is taken as it is; what breaks counts ten minutes later', async () => {
    world.dns.publish({ ...ZONE, '_dmarc.example.org': { TXT: ['v=DMARC1; p=nope'] } })
    const { accountId, domainId } = await world.verified()
    await world.monitor(accountId, { kind: 'domain', domainId, domain: 'example.org' })
    await world.looking.run()
    const names = () => new Set(lastLook()?.bad.map(({ about }) => about))
    expect(names()).toContain('dmarc')
    world.dns.publish({ ...ZONE, 'example.org': { ...ZONE['example.org'], TXT: ['v=spf1 nonsense -all'] } })
    await lookAfter(EVERY)
    expect(names()).not.toContain('dmarc')
    expect(names()).not.toContain('spf')
    expect(lastLook()?.unknown).toContainEqual({ condition: 'record_broken', about: 'spf' })
    await lookAfter(10 * MINUTE)
    expect(names()).toContain('spf')
    world.dns.publish(ZONE)
    await lookAfter(EVERY)
    expect(names()).not.toContain('spf')
  })

  test('waits for a seat, and keeps nothing of a look that was stopped', async () => {
    let asked = 0
    const busy = await lookingWorld({
      seats: {
        inspectBeside: async () => {
          asked += 1
          if (asked < 4) return 'no seat'
          return { stopped: 'it was killed' }
        },
      },
    })
    const { accountId, domainId } = await busy.verified()
    await busy.monitor(accountId, { kind: 'domain', domainId, domain: 'example.org' })
    await busy.looking.run()
    expect(asked).toBe(4)
    expect(busy.looks).toEqual([])
    await busy.done()
  })
})
