import { afterEach, expect, test } from 'bun:test'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { watchedWorld, ZONE } from './watched-world.ts'
import { EVERY, HOUR } from './world.ts'

let world: Awaited<ReturnType<typeof watchedWorld>>
afterEach(() => world.done())

const TYPES = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA'] as const
const LABELS = ['', '_dmarc.', '_mta-sts.', '_smtp._tls.', 'default._bimi.', 'mta-sts.', 'a.']
const failing = (names: readonly string[]) =>
  names.flatMap((name) => TYPES.map((type) => `${type} ${name}` as const))

test('six hours in which no name server answers, and a day without a list, tell nothing', async () => {
  world = await watchedWorld()
  await world.looking.run()
  world.dns.publish(
    ZONE,
    failing([...LABELS.map((label) => `${label}example.org`), 'example.org.dbl.example']),
  )
  await world.pass(6 * HOUR)
  expect(await world.state()).toBe('ok')
  world.dns.publish(ZONE, ['A example.org.dbl.example'])
  await world.pass(24 * HOUR)
  world.dns.publish(ZONE)
  await world.pass(12 * HOUR)
  expect([await world.state(), await world.rung(), await world.changed()]).toEqual(['ok', [], []])
}, 60_000)

test('a record that is edited twice a day is told each time, and never an order of mail servers', async () => {
  const servers: [number, string][] = [
    [10, 'a.example.org'],
    [10, 'b.example.org'],
  ]
  const zone = (policy: string, MX: [number, string][]): ZoneLiteral => ({
    ...ZONE,
    'example.org': { ...ZONE['example.org'], MX },
    'b.example.org': { A: ['203.0.114.7'] },
    '_dmarc.example.org': { TXT: [`v=DMARC1; p=${policy}`] },
  })
  world = await watchedWorld('example.org', zone('reject', servers))
  await world.looking.run()
  for (let day = 0; day < 2; day += 1) {
    world.dns.publish(zone('quarantine', servers.toReversed()))
    await world.pass(12 * HOUR)
    world.dns.publish(zone('reject', servers))
    await world.pass(12 * HOUR)
  }
  const [strict, mild] = ['v=DMARC1; p=reject', 'v=DMARC1; p=quarantine']
  expect(await world.changed()).toEqual([
    ['_dmarc.example.org', strict, mild],
    ['_dmarc.example.org', mild, strict],
    ['_dmarc.example.org', strict, mild],
    ['_dmarc.example.org', mild, strict],
  ])
  expect(await world.rung()).toEqual([])
}, 60_000)

test("a domain without a DMARC record is watched by its organisation's, until that is gone too", async () => {
  const zone: ZoneLiteral = {
    ...ZONE,
    'mail.example.org': {
      A: ['203.0.114.80'],
      TXT: ['v=spf1 ip4:203.0.114.80 -all'],
      MX: [[10, 'a.example.org']],
    },
  }
  world = await watchedWorld('mail.example.org', zone)
  await world.looking.run()
  world.dns.publish({ ...zone, '_dmarc.example.org': { TXT: ['v=DMARC1; p=none'] } })
  await world.pass(2 * EVERY)
  expect([await world.rung(), await world.changed()]).toEqual([
    [],
    [['_dmarc.example.org', 'v=DMARC1; p=reject', 'v=DMARC1; p=none']],
  ])
  const { '_dmarc.example.org': _gone, ...none } = zone
  world.dns.publish(none)
  await world.pass(2 * EVERY)
  expect([await world.rung(), (await world.changed()).slice(1)]).toEqual([
    ['monitor.alert, record_broken dmarc'],
    [['_dmarc.example.org', 'v=DMARC1; p=none', '']],
  ])
}, 60_000)
