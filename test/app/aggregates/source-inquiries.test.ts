import { expect, test } from 'bun:test'
import { sourceInquiries } from '../../../src/app/aggregates/source-inquiries.ts'
import { zoneResolver } from '../../../src/net/dns/zone.ts'
import type { Resolver } from '../../../src/net/ports.ts'
import { testClock } from '../../support/clock.ts'
import { until } from '../../support/until.ts'

const RECORD = 'v=spf1 ip4:192.0.2.10 -all'
const ZONE = {
  'quick.example': { TXT: [RECORD] },
  's1._domainkey.quick.example': { TXT: ['v=DKIM1; p='] },
}

function asked() {
  const names: string[] = []
  const zone = zoneResolver(ZONE)
  const resolver: Resolver = {
    query(name, type) {
      names.push(name)
      return name.startsWith('slow') ? new Promise<never>(() => {}) : zone.query(name, type)
    },
  }
  const clock = testClock()
  return { names, clock, inquiries: sourceInquiries(resolver, clock) }
}

test('records of one account that are never answered hold up nobody else', async () => {
  const { names, inquiries } = asked()
  for (let n = 0; n < 20; n += 1) void inquiries.spfWith('slow', `slow${n}.example`, '192.0.2.7')
  const found = await inquiries.spfWith('shop', 'quick.example', '192.0.2.7')
  expect(found).toMatchObject({ replaces: RECORD })
  expect(names.filter((name) => name.startsWith('slow'))).toEqual(['slow0.example'])
})

test('a key is asked for once a minute, whoever looks', async () => {
  const { names, clock, inquiries } = asked()
  for (let n = 0; n < 5; n += 1) expect(await inquiries.keyAt('quick.example', 's1')).toBe('not_usable')
  expect(names).toEqual(['s1._domainkey.quick.example'])
  clock.advance(61_000)
  await inquiries.keyAt('quick.example', 's1')
  await until(() => names.length === 2)
})
