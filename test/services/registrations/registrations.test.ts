import { afterAll, describe, expect, test } from 'bun:test'
import type { RequestListener, ServerResponse } from 'node:http'
import { registrableOf } from '../../../src/mail/reading/domains/public-suffix.ts'
import { readRdapAnswer } from '../../../src/mail/server/domain-age/rdap-answer.ts'
import { createSafeFetch } from '../../../src/net/safe-fetch/safe-fetch.ts'
import { createRegistrations } from '../../../src/services/registrations/registrations.ts'
import { certificate, type Listening, secureWeb } from '../../net/safe-fetch/web-server.ts'
import { testClock } from '../../support/clock.ts'
import { until } from '../../support/until.ts'
import { zone } from '../../support/zone.ts'

const HOUR = 3_600_000
const REGISTRY = 'rdap.registry.example'
const OTHER = 'rdap.registrar.example'
const material = { [REGISTRY]: certificate(REGISTRY), [OTHER]: certificate(OTHER) }
const ADDRESSES: Record<string, string> = { [REGISTRY]: '93.184.216.34', [OTHER]: '93.184.216.35' }
const INSIDE = 'inside.registry.example'

const open: Listening[] = []
afterAll(async () => {
  for (const server of open) await server[Symbol.asyncDispose]()
})

const said = (domain: string, date = '2026-11-11T00:00:00Z') =>
  JSON.stringify({
    objectClassName: 'domain',
    ldhName: domain.toUpperCase(),
    events: [{ eventAction: 'registration', eventDate: date }],
  })
const send = (response: ServerResponse, body: string, status = 200, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'Content-Type': 'application/rdap+json', ...headers }).end(body)

interface World {
  registry: RequestListener
  other?: RequestListener
  timeoutMs?: number
  ca?: string[]
}

/** Registries that are real servers, over the guard, with a clock that is set by hand. */
async function world({ registry, other, timeoutMs = 20_000, ca }: World) {
  const asked: string[] = []
  const counting =
    (name: string, answer: RequestListener): RequestListener =>
    (request, response) => {
      asked.push(`${name}${request.url}`)
      answer(request, response)
    }
  const first = await secureWeb(material[REGISTRY] as never, counting('', registry))
  const second = await secureWeb(material[OTHER] as never, counting('other:', other ?? registry))
  open.push(first, second)
  const ports: Record<string, number> = {
    '93.184.216.34': first.port,
    '93.184.216.35': second.port,
  }
  const clock = testClock()
  const fetcher = createSafeFetch({
    resolver: zone({
      [REGISTRY]: { A: [ADDRESSES[REGISTRY] ?? ''] },
      [OTHER]: { A: [ADDRESSES[OTHER] ?? ''] },
      [INSIDE]: { A: ['127.0.0.1'] },
    }),
    timeoutMs,
    userAgent: 'Mailgauge/test',
    ca: ca ?? Object.values(material).map(({ cert }) => cert),
    reach: (address) => ({ host: '127.0.0.1', port: ports[address] ?? 1 }),
  })
  const logged: unknown[] = []
  const registrations = createRegistrations({
    fetcher,
    clock,
    log: { info: (facts) => void logged.push(facts) },
    rdap: {
      registrableOf,
      addressOf: (domain) =>
        domain.endsWith('.de')
          ? undefined
          : `https://${domain.endsWith('.org') ? OTHER : REGISTRY}/rdap/domain/${domain}`,
      read: readRdapAnswer,
    },
  })
  return { registrations, asked, logged, clock, of: (domain = 'example.com') => registrations.of(domain) }
}

const REGISTERED = { kind: 'registered', at: '2026-11-11T00:00:00.000Z', server: REGISTRY }

describe('a registry answers', () => {
  test('once a day for each domain', async () => {
    const { of, asked, clock } = await world({
      registry: (_, response) => send(response, said('example.com')),
    })
    expect(await of()).toEqual(REGISTERED as never)
    clock.advance(24 * HOUR - 1)
    expect(await of()).toEqual(REGISTERED as never)
    expect(asked).toEqual(['/rdap/domain/example.com'])
    clock.advance(1)
    await of()
    expect(asked).toHaveLength(2)
  })

  test('once, however many ask at the same time', async () => {
    const { of, asked } = await world({ registry: (_, response) => send(response, said('example.com')) })
    const answers = await Promise.all(Array.from({ length: 50 }, () => of()))
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['registered']))
    expect(asked).toHaveLength(1)
  })

  test.each([301, 302, 303, 307, 308])('by another server, to which it leads with %i', async (status) => {
    const { of, asked } = await world({
      registry: (request, response) =>
        send(response, '', status, { Location: `https://${OTHER}${request.url}` }),
      other: (_, response) => send(response, said('example.com')),
    })
    expect(await of()).toEqual({ ...REGISTERED, server: OTHER } as never)
    expect(asked).toEqual(['/rdap/domain/example.com', 'other:/rdap/domain/example.com'])
  })
})

describe('it is not known', () => {
  const cases: [string, RequestListener, string][] = [
    ['404', (_, response) => send(response, '{"errorCode":404}', 404), 'not-found'],
    ['500', (_, response) => send(response, said('example.com'), 500), 'status'],
    ['403', (_, response) => send(response, '', 403), 'status'],
    ['429', (_, response) => send(response, '', 429), 'limited'],
    ['503', (_, response) => send(response, '', 503), 'limited'],
    ['a page', (_, response) => send(response, '<html>', 200, { 'Content-Type': 'text/html' }), 'not-rdap'],
    ['another domain', (_, response) => send(response, said('example.net')), 'other-name'],
    [
      'a date to come',
      (_, response) => send(response, said('example.com', '2099-01-01T00:00:00Z')),
      'bad-date',
    ],
    ['a huge answer', (_, response) => send(response, said('example.com').padEnd(400_000)), 'not-rdap'],
    [
      'an answer that breaks off',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '5000' })
        response.write('{')
        response.socket?.destroySoon()
      },
      'network',
    ],
    [
      'a redirect to itself',
      (request, response) => send(response, '', 302, { Location: `https://${REGISTRY}${request.url}` }),
      'redirects',
    ],
    [
      'redirects without end',
      (request, response) => send(response, '', 302, { Location: `https://${REGISTRY}${request.url}x` }),
      'redirects',
    ],
    [
      'a redirect that is not encrypted',
      (_, response) => send(response, '', 302, { Location: `http://${OTHER}/` }),
      'redirects',
    ],
    [
      'a redirect to a file',
      (_, response) => send(response, '', 302, { Location: 'file:///etc/passwd' }),
      'redirects',
    ],
    [
      'a redirect to this network',
      (_, response) => send(response, '', 302, { Location: `https://${INSIDE}/` }),
      'not-public',
    ],
    [
      'a redirect to this machine',
      (_, response) => send(response, '', 302, { Location: 'https://127.0.0.1/' }),
      'not-public',
    ],
    [
      'a redirect to another port',
      (_, response) => send(response, '', 302, { Location: `https://${OTHER}:8443/` }),
      'redirects',
    ],
  ]
  test.each(cases)('%s', async (_, registry, reason) => {
    const { of } = await world({ registry })
    expect(await of()).toEqual({ kind: 'unknown', reason } as never)
  })

  test('a registry that is slow', async () => {
    const { of } = await world({ registry: () => undefined, timeoutMs: 200 })
    expect(await of()).toEqual({ kind: 'unknown', reason: 'timeout' })
  })

  test('a certificate that nobody trusts', async () => {
    const { of, asked } = await world({
      registry: (_, response) => send(response, said('example.com')),
      ca: [certificate('another.example').cert],
    })
    expect(await of()).toEqual({ kind: 'unknown', reason: 'tls' })
    expect(asked).toEqual([])
  })

  test.each([
    'example.de',
    'www.example.com',
    'com',
    'nothing',
    '',
    'EXAMPLE.com',
    'a b.com',
    '../x.com',
    'example.test',
  ])('nobody is asked of %p', async (domain) => {
    const { of, asked } = await world({ registry: (_, response) => send(response, said('example.com')) })
    expect(await of(domain)).toEqual({ kind: 'unknown', reason: 'no-server' })
    expect(asked).toEqual([])
  })

  test('for an hour', async () => {
    let works = false
    const { of, asked, clock } = await world({
      registry: (_, response) => (works ? send(response, said('example.com')) : send(response, '', 404)),
    })
    await of()
    works = true
    clock.advance(HOUR - 1)
    expect(await of()).toMatchObject({ reason: 'not-found' })
    expect(asked).toHaveLength(1)
    clock.advance(1)
    expect(await of()).toMatchObject({ kind: 'registered' })
  })
})

describe('a registry that wants fewer questions is left alone', () => {
  test.each([
    ['7200', 2 * HOUR],
    ['1', 60_000],
    ['999999999', 24 * HOUR],
    ['soon', HOUR],
    ['', HOUR],
    ['-5', 60_000],
    [() => new Date(testClock().now().getTime() + 3 * HOUR).toUTCString(), 3 * HOUR],
  ])('Retry-After: %p', async (given, rest) => {
    const after = typeof given === 'string' ? given : given()
    const { of, asked, clock, logged } = await world({
      registry: (_, response) => send(response, '', 429, after === '' ? {} : { 'Retry-After': after }),
      other: (_, response) => send(response, said('example.org')),
    })
    await of('one.com')
    expect(await of('two.com')).toEqual({ kind: 'unknown', reason: 'limited' })
    clock.advance(rest - 1_000)
    expect(await of('three.com')).toEqual({ kind: 'unknown', reason: 'limited' })
    expect(asked).toHaveLength(1)
    expect(logged).toEqual([{ registry: REGISTRY, minutes: Math.round(rest / 60_000) }])
    // Others are asked meanwhile, and it is, once the time is over.
    expect(await of('example.org')).toMatchObject({ kind: 'registered' })
    clock.advance(1_001)
    await of('four.com')
    expect(asked).toHaveLength(3)
  })
})

test('nobody waits for others: more questions than may be under way are not asked', async () => {
  const waiting: (() => void)[] = []
  const { of, asked } = await world({
    registry: (request, response) => {
      waiting.push(() => send(response, said((request.url ?? '').split('/').at(-1) ?? '')))
    },
    other: (_, response) => send(response, said('example.org')),
  })
  const slow = Array.from({ length: 4 }, (_, at) => of(`slow${at}.com`))
  await until(() => waiting.length === 4)
  expect(await of('fifth.com')).toEqual({ kind: 'unknown', reason: 'busy' })
  expect(await of('example.org')).toMatchObject({ kind: 'registered' })
  for (const answer of waiting) answer()
  expect((await Promise.all(slow)).map(({ kind }) => kind)).toEqual(Array(4).fill('registered'))
  // What was not asked is not remembered as unknown.
  const fifth = of('fifth.com')
  await until(() => waiting.length === 5)
  waiting.at(-1)?.()
  expect(await fifth).toMatchObject({ kind: 'registered' })
  expect(asked.filter((one) => one.endsWith('fifth.com'))).toHaveLength(1)
})

test('mail of ever new domains makes no flood of questions: a hundred at once, and ten a minute', async () => {
  const { of, asked, clock } = await world({
    registry: (request, response) => send(response, said((request.url ?? '').split('/').at(-1) ?? '')),
  })
  for (let at = 0; at < 110; at += 1) await of(`d${at}.com`)
  expect(asked).toHaveLength(100)
  expect(await of('refused.com')).toEqual({ kind: 'unknown', reason: 'busy' })
  expect(await of('d1.com')).toMatchObject({ kind: 'registered' })
  clock.advance(HOUR)
  expect(await of('refused.com')).toMatchObject({ kind: 'registered' })
})

test('ten thousand domains are remembered, the oldest forgotten', async () => {
  let asked = 0
  const registrations = createRegistrations({
    fetcher: {
      async fetch() {
        asked += 1
        return { kind: 'failure', reason: 'network' }
      },
    },
    clock: testClock(),
    log: { info() {} },
    rdap: { registrableOf, addressOf: (domain) => `https://rdap.${domain}/`, read: readRdapAnswer },
  })
  for (let at = 0; at <= 10_000; at += 1) await registrations.of(`d${at}.com`)
  expect(asked).toBe(10_001)
  await registrations.of('d1.com')
  expect(asked).toBe(10_001)
  await registrations.of('d0.com')
  expect(asked).toBe(10_002)
})
