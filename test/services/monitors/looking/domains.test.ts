import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { entry as said } from '../../../support/people.ts'
import { EVERY, HOUR, lookingWorld } from './world.ts'

const MINUTE = 60_000
let world: Awaited<ReturnType<typeof lookingWorld>>
beforeEach(async () => {
  world = await lookingWorld()
})
afterEach(() => world.done())

const ZONE: ZoneLiteral = {
  'example.org': {
    TXT: ['v=spf1 mx -all'],
    MX: [
      [10, 'a.example.org'],
      [20, 'b.example.org'],
    ],
  },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=none'] },
}
const PLACES = ['_dmarc', '_mta-sts', '_smtp._tls', 'default._bimi']
const withDmarc = (...TXT: string[]): ZoneLiteral => ({ ...ZONE, '_dmarc.example.org': { TXT } })

/** Looks so much later. */
async function lookAfter(milliseconds: number) {
  world.clock.advance(milliseconds)
  await world.looking.run()
}

test('a domain is looked at when it is verified, then as often as the config says', async () => {
  world.dns.publish(ZONE)
  await world.looking.run()
  expect(world.dns.calls).toEqual([])
  await world.verified()
  await world.looking.run()
  const asked = world.dns.calls.length
  expect(asked).toBeGreaterThan(5)
  await lookAfter(EVERY - 1)
  expect(world.dns.calls).toHaveLength(asked)
  await lookAfter(1)
  expect(world.dns.calls).toHaveLength(2 * asked)
})

test('a change is told once, with what it said and when that was last seen', async () => {
  world.dns.publish(ZONE)
  const { domainId, accountId } = await world.verified()
  await world.looking.run()
  const seen = world.clock.now()
  world.dns.publish(withDmarc('v=DMARC1; p=reject'))
  await lookAfter(EVERY)
  expect(await world.told()).toEqual([])
  await lookAfter(10 * MINUTE)
  await lookAfter(EVERY)
  expect(await world.told()).toMatchObject([
    {
      accountId,
      subject: domainId,
      payload: {
        domain: 'example.org',
        changes: [
          {
            record: 'dmarc',
            name: '_dmarc.example.org',
            before: ['v=DMARC1; p=none'],
            after: ['v=DMARC1; p=reject'],
            lastSeenAt: seen.toISOString(),
          },
        ],
      },
    },
  ])
})

test('while servers of a domain disagree nothing is told; once they agree, one change is', async () => {
  world.dns.publish(ZONE)
  await world.verified()
  await world.looking.run()
  const other = withDmarc('v=DMARC1; p=reject')
  for (const zone of [other, ZONE, other, other, ZONE, other]) {
    world.dns.publish(zone)
    await lookAfter(EVERY)
    expect(await world.told()).toEqual([])
  }
  for (let look = 0; look < 5; look += 1) await lookAfter(10 * MINUTE)
  await lookAfter(EVERY)
  expect(await world.told()).toMatchObject([
    { payload: { changes: [{ before: ['v=DMARC1; p=none'], after: ['v=DMARC1; p=reject'] }] } },
  ])
})

test('neither order nor blanks are a change', async () => {
  world.dns.publish(ZONE)
  await world.verified()
  await world.looking.run()
  const turned = ZONE['example.org']?.MX?.toReversed() ?? []
  world.dns.publish({
    ...withDmarc('v=DMARC1;p=none;'),
    'example.org': { TXT: ['other', 'v=spf1  mx -all'], MX: turned },
  })
  await lookAfter(EVERY)
  expect(await world.told()).toEqual([])
})

describe('what is gone', () => {
  test('is asked again ten minutes later, and told then', async () => {
    world.dns.publish(ZONE)
    await world.verified()
    await world.looking.run()
    world.dns.publish({ 'example.org': ZONE['example.org'] ?? {} })
    await lookAfter(EVERY)
    expect(await world.told()).toEqual([])
    await lookAfter(9 * MINUTE)
    expect(await world.told()).toEqual([])
    await lookAfter(MINUTE)
    expect(await world.told()).toMatchObject([
      { payload: { changes: [{ before: ['v=DMARC1; p=none'], after: [] }] } },
    ])
  })

  test('and was back after ten minutes was never gone', async () => {
    world.dns.publish(ZONE)
    await world.verified()
    await world.looking.run()
    world.dns.publish({ 'example.org': ZONE['example.org'] ?? {} })
    await lookAfter(EVERY)
    world.dns.publish(ZONE)
    await lookAfter(10 * MINUTE)
    await lookAfter(EVERY)
    expect(await world.told()).toEqual([])
  })

  test.each(['servfail', 'refused'] as const)('a question that ends in %s says nothing', async (reason) => {
    world.dns.publish(ZONE)
    const { domainId } = await world.verified()
    await world.looking.run()
    world.dns.publish(ZONE, { 'TXT _dmarc.example.org': reason })
    await lookAfter(EVERY)
    await lookAfter(10 * MINUTE)
    await lookAfter(EVERY)
    expect(await world.told()).toEqual([])
    const current = await world.store.recordHistory.current({ domainId })
    expect(current.find(({ record }) => record === 'dmarc')).toMatchObject({ values: ['v=DMARC1; p=none'] })
  })
})

test('where nothing answers, it is looked at again within the hour, and was not looked at', async () => {
  world.dns.publish({}, ['* example.org', ...PLACES.map((name) => `* ${name}.example.org`)])
  const { domainId } = await world.verified()
  await world.looking.run()
  expect((await world.store.recordHistory.begin({ domainId }))?.lookedAt).toBeUndefined()
  world.dns.publish(ZONE)
  await lookAfter(HOUR)
  expect((await world.store.recordHistory.begin({ domainId }))?.lookedAt).toEqual(world.clock.now())
})

describe('in planned work nothing is told, and all of it is kept', () => {
  async function changed() {
    world.dns.publish(withDmarc('v=DMARC1; p=reject'))
    await lookAfter(EVERY)
    await lookAfter(10 * MINUTE)
    return world.told()
  }

  test('a paused domain monitor', async () => {
    world.dns.publish(ZONE)
    const { accountId, domainId } = await world.verified()
    const { id } = await world.monitor(accountId, { kind: 'domain', domainId, domain: 'example.org' })
    await world.looking.run()
    const paused = { at: world.clock.now(), until: new Date(world.clock.now().getTime() + EVERY + HOUR) }
    await world.store.monitors.change(accountId, id, { paused }, said('monitor.paused', { accountId }))
    expect(await changed()).toEqual([])
    expect(await world.store.recordHistory.versions({ domainId }, 100)).toContainEqual(
      expect.objectContaining({ values: ['v=DMARC1; p=reject'], current: true }),
    )
    world.dns.publish(ZONE)
    await lookAfter(EVERY)
    await lookAfter(10 * MINUTE)
    expect(await world.told()).toHaveLength(1)
  })

  test('a maintenance window', async () => {
    world.dns.publish(ZONE)
    const { accountId, domainId } = await world.verified()
    const { id, name, expectations } = await world.monitor(accountId, {
      kind: 'domain',
      domainId,
      domain: 'example.org',
    })
    await world.looking.run()
    const from = world.clock.now()
    const windows = [{ kind: 'once' as const, from, until: new Date(from.getTime() + EVERY + HOUR) }]
    const settings = { name, expectations, windows }
    await world.store.monitors.change(accountId, id, { settings }, said('monitor.changed', { accountId }))
    expect(await changed()).toEqual([])
  })
})

test('a look that fails is tried again, and holds up no other', async () => {
  const failing = await lookingWorld({
    lookAtRecords: async ({ domain }) => {
      if (domain === 'bad.example') throw new Error('broken')
      return [{ record: 'mx', name: domain, values: ['10 a'] }]
    },
  })
  const bad = await failing.verified('bad.example')
  const good = await failing.verified('good.example')
  await failing.looking.run()
  expect(await failing.store.recordHistory.current(good)).toHaveLength(1)
  expect(await failing.store.recordHistory.current(bad)).toEqual([])
  const due = (minutes: number) =>
    failing.store.recordHistory.due(new Date(failing.clock.now().getTime() + minutes * MINUTE), 'domains', {
      limit: 10,
      leave: [],
    })
  expect(await due(0)).toEqual([])
  expect(await due(10)).toMatchObject([{ owner: { domainId: bad.domainId } }])
  await failing.done()
})

test('domains of one account whose name servers are slow delay no other account', async () => {
  const order: string[] = []
  const mixed = await lookingWorld({
    async lookAtRecords({ domain }) {
      if (domain.endsWith('slow.example')) await Bun.sleep(50)
      order.push(domain)
      return []
    },
  })
  const first = await mixed.verified('a.slow.example')
  for (let at = 0; at < 40; at += 1) await mixed.verified(`a${at}.slow.example`, first.accountId)
  await mixed.verified('quick.example')
  await mixed.looking.run()
  expect(order).toHaveLength(42)
  expect(order.indexOf('quick.example')).toBeLessThan(4)
  await mixed.done()
})
