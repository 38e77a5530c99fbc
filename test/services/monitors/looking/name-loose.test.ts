import { expect, test } from 'bun:test'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { watchedWorld, ZONE } from './watched-world.ts'
import { EVERY } from './world.ts'

const MINUTE = 60_000
const SOA = [{ primary: 'ns.nic.example', mailbox: 'hostmaster.nic.example', serial: 1 }]
const leading = (text: string, more: ZoneLiteral = {}): ZoneLiteral => ({
  ...ZONE,
  com: { SOA },
  'example.org': { ...ZONE['example.org'], TXT: [text] },
  ...more,
})
const GONE = leading('v=spf1 mx a:One.Gone.COM -all')
const HELD = leading('v=spf1 mx a:One.Gone.COM -all', {
  'gone.com': { SOA, NS: ['ns.gone.com'] },
  'one.gone.com': { A: ['203.0.114.9'] },
})
const RUNG = 'monitor.alert, record_broken spf'

test('a domain that expires rings once, also where more names of it and silence follow', async () => {
  const world = await watchedWorld('example.org', HELD)
  await world.looking.run()
  world.dns.publish(GONE)
  await world.lookAfter(EVERY)
  expect(await world.rung()).toEqual([])
  await world.lookAfter(10 * MINUTE)
  expect(await world.rung()).toEqual([RUNG])
  world.dns.publish(GONE, ['A one.gone.com'])
  await world.lookAfter(EVERY)
  world.dns.publish(leading('v=spf1 mx a:One.Gone.COM a:two.gone.com -all'))
  await world.lookAfter(EVERY)
  await world.lookAfter(10 * MINUTE)
  world.dns.publish(GONE)
  for (let look = 0; look < 4; look += 1) await world.lookAfter(EVERY)
  expect([await world.state(), await world.rung()]).toEqual(['alerting', [RUNG]])
  world.dns.publish(HELD)
  await world.lookAfter(EVERY)
  await world.lookAfter(EVERY)
  expect([await world.state(), (await world.rung()).at(-1)]).toEqual([
    'ok',
    'monitor.recovered, record_broken spf',
  ])
  await world.done()
})

test('what was so when the monitor was made rings once, and servers that do not answer ring nothing', async () => {
  const world = await watchedWorld('example.org', GONE)
  await world.looking.run()
  expect(await world.rung()).toEqual([])
  for (let look = 0; look < 4; look += 1) await world.lookAfter(EVERY)
  expect(await world.rung()).toEqual([RUNG])
  await world.done()
  const other = await watchedWorld('example.org', HELD)
  await other.looking.run()
  other.dns.publish(HELD, ['A one.gone.com', 'NS gone.com', 'SOA gone.com'])
  for (let look = 0; look < 4; look += 1) await other.lookAfter(EVERY)
  expect(await other.rung()).toEqual([])
  await other.done()
})
