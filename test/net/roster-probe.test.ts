import { describe, expect, test } from 'bun:test'
import { createRosterProbe } from '../../src/net/roster-probe.ts'
import { type Asked, a, hasIpv6, say, startDnsServer } from './dns/dns-server.ts'

const LISTED = '2.0.0.127.'
const answer = (asked: Asked, data = '127.0.0.2') => say(asked, { answers: [a(asked.name, data)] })
const absent = (asked: Asked) => say(asked, { rcode: 3 })

const LISTS: Record<string, (asked: Asked) => Buffer | undefined> = {
  'good.example': (asked) => (asked.name.startsWith(LISTED) ? answer(asked) : absent(asked)),
  'gone.example': absent,
  'empty.example': (asked) => say(asked),
  'parked.example': (asked) => answer(asked, '192.0.2.80'),
  'refusing-by-code.example': (asked) => answer(asked, '127.255.255.254'),
  'refusing.example': (asked) => say(asked, { rcode: 5 }),
  'failing.example': (asked) => say(asked, { rcode: 2 }),
  'silent.example': () => undefined,
}

function listServer(host?: string) {
  return startDnsServer(
    {
      udp: (asked) => {
        const list = Object.keys(LISTS).find((zone) => asked.name.endsWith(`.0.0.127.${zone}`))
        return list ? LISTS[list]?.(asked) : absent(asked)
      },
    },
    host,
  )
}

const reachable = async () => true

describe('the self-test of an IP list', () => {
  test.each([
    ['good.example', undefined],
    ['gone.example', 'it does not list its test address 127.0.0.2'],
    ['empty.example', 'it does not list its test address 127.0.0.2'],
    ['refusing.example', 'it does not list its test address 127.0.0.2'],
    ['failing.example', 'it does not list its test address 127.0.0.2'],
    ['silent.example', 'it does not list its test address 127.0.0.2'],
    ['parked.example', 'it lists 127.0.0.1, which no list may'],
    ['refusing-by-code.example', 'it lists 127.0.0.1, which no list may'],
  ])('%s', async (zone, reason) => {
    await using server = await listServer()
    const result = await createRosterProbe({ servers: [server.address], timeoutMs: 300, reachable }).probe(
      zone,
    )
    if (reason === undefined) expect(result).toEqual({ usable: true })
    else expect(result).toEqual({ usable: false, reason: expect.stringContaining(reason) })
  })

  test.skipIf(!hasIpv6)('over IPv6', async () => {
    await using server = await listServer('::1')
    expect(await createRosterProbe({ servers: [server.address], reachable }).probe('good.example')).toEqual({
      usable: true,
    })
  })

  test('a list that hangs does not disturb the others: one question at a time', async () => {
    await using server = await listServer()
    const probe = createRosterProbe({ servers: [server.address], timeoutMs: 1_500, reachable })
    const zones = ['silent.example', 'good.example', 'silent.example', 'good.example']
    const results = await Promise.all(zones.map((zone) => probe.probe(zone)))
    expect(results.map(({ usable }) => usable)).toEqual([false, true, false, true])
    expect(server.asked.every(({ name }) => !name.endsWith('opendns.com'))).toBe(true)
  })

  test('without a server it says so, and asks nobody', async () => {
    const result = await createRosterProbe({ servers: [], reachable }).probe('good.example')
    expect(result).toEqual({ usable: false, reason: 'no DNS server is set' })
  })

  test('a server that is not there is not asked, and one beside it is', async () => {
    await using server = await listServer()
    const gone = '127.0.0.1:1'
    const there = async (asked: string) => asked !== gone
    const both = createRosterProbe({ servers: [gone, server.address], timeoutMs: 20_000, reachable: there })
    expect(await both.probe('good.example')).toEqual({ usable: true })
    const alone = createRosterProbe({ servers: [gone], timeoutMs: 20_000, reachable: there })
    expect(await alone.probe('good.example')).toEqual({
      usable: false,
      reason: 'no DNS server can be reached',
    })
  })
})
