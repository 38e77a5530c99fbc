import { expect, test } from 'bun:test'
import { BROKEN, LISTED, watchedWorld, ZONE } from './watched-world.ts'
import { EVERY, HOUR } from './world.ts'

const MINUTE = 60_000

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

test('a name that anybody can register rings after a second look, also where it was so from the beginning', async () => {
  const soa = [{ primary: 'ns.nic.example', mailbox: 'host.nic.example', serial: 1 }]
  const loose = {
    ...ZONE,
    com: { SOA: soa },
    'example.org': { ...ZONE['example.org'], TXT: ['v=spf1 mx a:mail.gone.com -all'] },
  }
  const world = await watchedWorld('example.org', loose)
  await world.looking.run()
  expect(await world.rung()).toEqual([])
  await world.lookAfter(10 * MINUTE)
  expect(await world.rung()).toEqual(['monitor.alert, record_broken spf'])
  world.dns.publish({ ...loose, 'gone.com': { NS: ['ns.gone.com'] } })
  await world.lookAfter(EVERY)
  await world.lookAfter(EVERY)
  expect((await world.rung()).at(-1)).toBe('monitor.recovered, record_broken spf')
  await world.done()
})
