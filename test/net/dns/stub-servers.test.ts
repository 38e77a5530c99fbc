import { describe, expect, test } from 'bun:test'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import { ask } from '../../../src/net/ports.ts'
import { until } from '../../support/until.ts'
import { type Asked, a, hasIpv6, say, startDnsServer, type TestDnsServer } from './dns-server.ts'

const NAME = 'name.example'
const good = (asked: Asked) => say(asked, { answers: [a(asked.name, '192.0.2.1')] })
const GOOD = { kind: 'records', records: ['192.0.2.1'] }

const stub = (servers: TestDnsServer[], timeoutMs = 4000, tries = 1) =>
  createStubResolver({ servers: servers.map(({ address }) => address), timeoutMs, tries })

describe('several servers', () => {
  test.each([
    ['silent', () => undefined],
    ['failing', (asked: Asked) => say(asked, { rcode: 2 })],
    ['refusing', (asked: Asked) => say(asked, { rcode: 5 })],
    [
      'unreadable',
      (asked: Asked) =>
        Buffer.concat([say(asked), Buffer.from([1])])
          .fill(0, 6, 7)
          .fill(1, 7, 8),
    ],
  ])('after a %s one the next is asked', async (_what, udp) => {
    await using first = await startDnsServer({ udp })
    await using second = await startDnsServer({ udp: good })
    expect(await ask(stub([first, second]), NAME, 'A')).toMatchObject(GOOD)
    expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  })

  test.each([
    ['NXDOMAIN', 3, 'nxdomain'],
    ['NODATA', 0, 'nodata'],
  ] as const)('%s of the first is the answer', async (_what, rcode, kind) => {
    await using first = await startDnsServer({ udp: (asked) => say(asked, { rcode }) })
    await using second = await startDnsServer({ udp: good })
    expect(await ask(stub([first, second]), NAME, 'A')).toMatchObject({ kind })
    expect(second.asked).toEqual([])
  })

  test('the failure told is the one that tells most', async () => {
    await using silent = await startDnsServer({})
    await using refusing = await startDnsServer({ udp: (asked) => say(asked, { rcode: 5 }) })
    await using failing = await startDnsServer({ udp: (asked) => say(asked, { rcode: 2 }) })
    const reason = async (servers: TestDnsServer[]) => ask(stub(servers, 3000), NAME, 'A')
    expect(await reason([silent, refusing])).toEqual({ kind: 'failure', reason: 'refused' })
    expect(await reason([failing, refusing, silent])).toEqual({ kind: 'failure', reason: 'servfail' })
  })

  test('a server that was silent is asked last for a while', async () => {
    await using silent = await startDnsServer({})
    await using second = await startDnsServer({ udp: good })
    const resolver = stub([silent, second], 3000)
    for (const name of ['a.example', 'b.example', 'c.example']) await resolver.query(name, 'A')
    expect(silent.asked.map(({ name }) => name)).toEqual(['a.example'])
  })
})

describe('tries and time', () => {
  test('a lost question is asked again, with another id and from another port', async () => {
    await using server = await startDnsServer({
      udp: (asked) => (server.asked.length === 1 ? undefined : good(asked)),
    })
    expect(await ask(stub([server], 4000, 2), NAME, 'A')).toMatchObject(GOOD)
    expect(new Set(server.asked.map(({ from }) => from)).size).toBe(2)
  })

  test('a server that refuses is not asked twice, one that fails is', async () => {
    await using refusing = await startDnsServer({ udp: (asked) => say(asked, { rcode: 5 }) })
    await using failing = await startDnsServer({ udp: (asked) => say(asked, { rcode: 2 }) })
    await ask(stub([refusing, failing], 30_000, 3), NAME, 'A')
    expect([refusing.asked.length, failing.asked.length]).toEqual([1, 3])
  })

  test('a silent server is a timeout after as many tries', async () => {
    await using server = await startDnsServer({})
    expect(await ask(stub([server], 200, 3), NAME, 'A')).toEqual({ kind: 'failure', reason: 'timeout' })
    await until(() => server.asked.length === 3)
  })

  test('the time is for the whole chain of questions', async () => {
    await using server = await startDnsServer({
      async udp(asked) {
        await Bun.sleep(120)
        const n = Number(asked.name.split('.')[0])
        return say(asked, {
          answers: [{ type: 'CNAME', name: asked.name, data: `${n + 1}.example`, ttl: 9 }],
        })
      },
    })
    expect(await ask(stub([server], 300), '1.example', 'A')).toEqual({ kind: 'failure', reason: 'timeout' })
    expect(server.asked.length).toBeLessThanOrEqual(3)
  })

  test('a port where nobody listens is a network failure', async () => {
    const resolver = createStubResolver({ servers: ['127.0.0.1:1'], timeoutMs: 20_000, tries: 2 })
    expect(await ask(resolver, NAME, 'A')).toEqual({ kind: 'failure', reason: 'network' })
  })
})

test.skipIf(!hasIpv6)('an IPv6 server', async () => {
  await using server = await startDnsServer({ udp: good }, '::1')
  expect(server.address).toMatch(/^\[::1\]:/)
  expect(await ask(stub([server]), NAME, 'A')).toMatchObject(GOOD)
})

describe('many at once', () => {
  test('1,000 questions: none lost, each its own answer, from many ports and with many ids', async () => {
    await using server = await startDnsServer({
      udp: (asked) => {
        const n = Number(asked.name.split('.')[0])
        return say(asked, { answers: [a(asked.name, `10.0.${n >> 8}.${n & 255}`)] })
      },
    })
    const resolver = stub([server], 40_000, 2)
    const names = Array.from({ length: 1000 }, (_, n) => `${n}.example`)
    const answers = await Promise.all(names.map((name) => ask(resolver, name, 'A')))
    expect(answers.map((answer) => answer.kind === 'records' && answer.records[0])).toEqual(
      names.map((_, n) => `10.0.${n >> 8}.${n & 255}`),
    )
    expect(new Set(server.asked.map(({ from }) => from)).size).toBeGreaterThan(500)
    expect(new Set(server.asked.map(({ query }) => query.id)).size).toBeGreaterThan(900)
  })

  test('no more under way than allowed, and the wait for a turn is no timeout', async () => {
    let underWay = 0
    let most = 0
    await using server = await startDnsServer({
      async udp(asked) {
        underWay += 1
        most = Math.max(most, underWay)
        await Bun.sleep(20)
        underWay -= 1
        return good(asked)
      },
    })
    const resolver = createStubResolver({
      servers: [server.address],
      timeoutMs: 20_000,
      tries: 1,
      maxInFlight: 3,
    })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => ask(resolver, `${n}.example`, 'A')),
    )
    expect(answers.every((answer) => answer.kind === 'records')).toBe(true)
    expect(most).toBe(3)
  })

  test('a failure gives its place to the next', async () => {
    await using server = await startDnsServer({
      udp: (asked) => (asked.name.startsWith('bad') ? say(asked, { rcode: 2 }) : good(asked)),
    })
    const resolver = createStubResolver({
      servers: [server.address],
      timeoutMs: 20_000,
      tries: 1,
      maxInFlight: 1,
    })
    const names = ['bad1.example', 'bad2.example', 'good.example']
    const answers = await Promise.all(names.map((name) => ask(resolver, name, 'A')))
    expect(answers.map(({ kind }) => kind)).toEqual(['failure', 'failure', 'records'])
  })
})
