import { expect, test } from 'bun:test'
import type { StoredEvent } from '../../../../src/core/event.ts'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { openRunningTime } from '../../../../src/services/monitors/watching/running-time.ts'
import { createMonitorWatching } from '../../../../src/services/monitors/watching/watching.ts'
import { entry as said } from '../../../support/people.ts'
import { EVERY, HOUR, lookingWorld } from './world.ts'

const MINUTE = 60_000
const ZONE: ZoneLiteral = {
  'example.org': {
    A: ['203.0.114.80'],
    NS: ['ns.example.org'],
    TXT: ['v=spf1 mx -all'],
    MX: [[10, 'a.example.org']],
  },
  'a.example.org': { A: ['203.0.114.6'] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] },
}
const BROKEN: ZoneLiteral = {
  ...ZONE,
  'example.org': { ...ZONE['example.org'], TXT: ['v=spf1 mx nonsense -all'] },
}
const LISTED: ZoneLiteral = { ...ZONE, 'example.org.dbl.example': { A: ['127.0.0.2'] } }

/** A domain monitor whose looks are judged by the machine, from DNS packets to the outbox. */
async function watchedWorld() {
  let watching: ReturnType<typeof createMonitorWatching> | undefined
  const world = await lookingWorld({ observe: async (id, look) => watching?.looked(id, look) })
  const { store, clock } = world
  watching = createMonitorWatching({
    store,
    gate: { isGated: async () => false },
    running: await openRunningTime({
      times: store.watchedTime,
      monitors: store.monitors,
      clock,
      isTaking: async () => true,
    }),
    clock,
    log: { info() {}, warn() {}, error() {} },
    holder: { host: 'test', start: '1' },
  })
  world.dns.publish(ZONE)
  const { accountId, domainId } = await world.verified()
  const monitor = await world.monitor(accountId, { kind: 'domain', domainId, domain: 'example.org' })
  const reasonsOf = (event: StoredEvent) =>
    event.type === 'monitor.alert' || event.type === 'monitor.recovered'
      ? event.payload.reasons.map(({ condition, about }) => `${condition} ${about}`)
      : []
  const rules = {
    ...{ verified: 100, later: 0 },
    entries: {
      verified: said('domain.verified', { accountId }),
      unverified: said('domain.unverified', { accountId }),
    },
  }
  return {
    ...world,
    /** What the daily look for the record that proves the domain found. */
    prove: (of: { state: 'found' } | { state: 'absent'; seconds: number }) =>
      store.domains.looked(domainId, { ...of, at: clock.now() }, rules),
    async lookAfter(milliseconds: number) {
      clock.advance(milliseconds)
      await world.looking.run()
    },
    state: async () => (await store.monitors.byId(accountId, monitor.id))?.standing.state,
    async rung() {
      const events = await store.outbox.behind(crypto.randomUUID(), 10_000)
      return events
        .filter(({ type }) => type.startsWith('monitor.'))
        .map((event) => [event.type, ...reasonsOf(event)].join(', '))
    },
  }
}

test('a record that breaks rings ten minutes after it was seen, and is over after two good looks', async () => {
  const world = await watchedWorld()
  await world.looking.run()
  expect([await world.state(), await world.rung()]).toEqual(['ok', []])
  world.dns.publish(BROKEN)
  await world.lookAfter(EVERY)
  expect(await world.rung()).toEqual([])
  await world.lookAfter(10 * MINUTE)
  expect([await world.state(), await world.rung()]).toEqual([
    'alerting',
    ['monitor.alert, record_broken spf'],
  ])
  await world.lookAfter(EVERY)
  expect(await world.rung()).toHaveLength(1)
  world.dns.publish(ZONE)
  await world.lookAfter(EVERY)
  expect(await world.state()).toBe('alerting')
  await world.lookAfter(EVERY)
  expect([await world.state(), (await world.rung()).at(-1)]).toEqual([
    'ok',
    'monitor.recovered, record_broken spf',
  ])
  await world.done()
})

test('a record that was broken for one look alone rings nothing', async () => {
  const world = await watchedWorld()
  await world.looking.run()
  world.dns.publish(BROKEN)
  await world.lookAfter(EVERY)
  world.dns.publish(ZONE)
  await world.lookAfter(10 * MINUTE)
  await world.lookAfter(EVERY)
  expect([await world.state(), await world.rung()]).toEqual(['ok', []])
  await world.done()
})

test('a listing rings, and lasts while the list gives no answer', async () => {
  const world = await watchedWorld()
  await world.looking.run()
  world.dns.publish(LISTED)
  await world.lookAfter(EVERY)
  await world.lookAfter(10 * MINUTE)
  expect(await world.rung()).toEqual(['monitor.alert, listed dbl.example example.org'])
  world.dns.publish(ZONE, ['A example.org.dbl.example'])
  await world.lookAfter(EVERY)
  await world.lookAfter(EVERY)
  await world.lookAfter(EVERY)
  expect([await world.state(), await world.rung()]).toEqual([
    'alerting',
    ['monitor.alert, listed dbl.example example.org'],
  ])
  await world.done()
})

test('what was broken when the monitor was made rings nothing', async () => {
  const world = await watchedWorld()
  world.dns.publish(BROKEN)
  await world.looking.run()
  await world.lookAfter(EVERY)
  await world.lookAfter(EVERY)
  expect([await world.state(), await world.rung()]).toEqual(['ok', []])
  await world.done()
})

test('while its domain is not verified nobody looks, and nothing is told; then the watch goes on', async () => {
  const world = await watchedWorld()
  await world.looking.run()
  for (let day = 0; day < 4; day += 1) {
    await world.lookAfter(6 * EVERY)
    await world.prove({ state: 'absent', seconds: 60 })
  }
  const asked = world.dns.calls.length
  world.dns.publish({ ...BROKEN, ...LISTED, 'example.org': { ...BROKEN['example.org'] } })
  for (let look = 0; look < 6; look += 1) await world.lookAfter(EVERY)
  expect([world.dns.calls.length, await world.rung()]).toEqual([asked, []])
  await world.prove({ state: 'found' })
  await world.looking.run()
  await world.lookAfter(10 * MINUTE)
  expect(await world.rung()).toEqual(['monitor.alert, listed dbl.example example.org, record_broken spf'])
  await world.done()
})

test('a look to which nothing answers is none: nothing is well, and the next one follows within the hour', async () => {
  const world = await watchedWorld()
  const asked = ['', '_dmarc.', '_mta-sts.', '_smtp._tls.', 'default._bimi.', 'mta-sts.']
  const mute = [...asked.map((label) => `${label}example.org`), 'a.example.org', 'example.org.dbl.example']
  const types = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA'] as const
  world.dns.publish(
    ZONE,
    mute.flatMap((name) => types.map((type) => `${type} ${name}` as const)),
  )
  await world.looking.run()
  expect(await world.state()).toBe('waiting')
  world.dns.publish(ZONE)
  await world.lookAfter(HOUR + HOUR / 8)
  expect(await world.state()).toBe('ok')
  world.dns.publish(BROKEN)
  await world.lookAfter(EVERY)
  await world.lookAfter(10 * MINUTE)
  expect(await world.rung()).toEqual(['monitor.alert, record_broken spf'])
  await world.done()
})
