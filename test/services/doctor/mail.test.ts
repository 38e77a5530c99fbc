import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { type FakeRelay, fakeRelay } from '../../relay/fake-relay.ts'
import { issue } from '../../support/mark-certificate.ts'
import { findingOf, ZONE } from './world.ts'

const DAY = 86_400_000
const ca = issue({ name: 'Test CA', ca: true })

function chainFor(names: string[], days = 60) {
  const leaf = issue({
    name: names[0] ?? '',
    issuer: ca,
    names,
    to: new Date(Date.now() + days * DAY).toISOString(),
  })
  return { key: leaf.key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: leaf.pem }
}

let ours: FakeRelay
let stranger: FakeRelay
beforeAll(async () => {
  ours = await fakeRelay({ name: 'mx.example.org', ...chainFor(['mx.example.org']) })
  stranger = await fakeRelay({ name: 'mail.stranger.example' })
})
afterAll(async () => {
  await ours.close()
  await stranger.close()
})

/** The service on this port greets the world, and this machine. */
const at = ({ port }: { port: number }) => ({
  ca: [ca.pem],
  deps: { smtpPort: port, ownSmtp: () => ({ host: '127.0.0.1', port }) },
  settings: { smtpListen: [{ port }] },
})

describe('mx', () => {
  test('leads to this machine', async () => {
    expect(await findingOf('mx', at(ours))).toMatchObject({
      state: 'ok',
      seen: 'The MX record of in.example.org leads to this machine: mx.example.org.',
    })
  })

  test('leads through NAT to where this service greets', async () => {
    const seen = await findingOf('mx', { ...at(ours), host: { addresses: () => ['10.0.0.5'] } })
    expect(seen).toMatchObject({ state: 'ok', seen: expect.stringContaining('greets as mx.example.org') })
  })

  test('leads to somebody else', async () => {
    const seen = await findingOf('mx', { ...at(stranger), host: { addresses: () => ['10.0.0.5'] } })
    expect(seen).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('greets as "mail.stranger.example"'),
      steps: [{ kind: 'record', lines: ['in.example.org. IN MX 10 mx.example.org.'] }],
    })
  })

  test('leads to the mail server in front of this one, as far as can be told', async () => {
    const inFront = { proxies: [], relays: ['127.0.0.1/32'] }
    const seen = await findingOf('mx', {
      ...at(stranger),
      host: { addresses: () => ['10.0.0.5'] },
      settings: { smtpListen: [{ port: stranger.port }], inFront },
    })
    expect(seen).toMatchObject({ state: 'unknown', seen: expect.stringContaining('in front of this one') })
  })

  test('behind NAT, where nobody answers, nothing is known', async () => {
    const seen = await findingOf('mx', { host: { addresses: () => ['10.0.0.5'] } })
    expect(seen).toMatchObject({ state: 'unknown' })
  })

  test('leads to an address that this machine has not', async () => {
    const seen = await findingOf('mx', { host: { addresses: () => ['192.0.2.9'] } })
    expect(seen).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('this machine has 192.0.2.9'),
    })
  })

  test.each<[string, ZoneLiteral, string]>([
    ['nodata', { 'in.example.org': { A: ['192.0.2.1'] } }, 'has no MX record'],
    ['nxdomain', {}, 'does not exist'],
    ['null MX', { 'in.example.org': { MX: [[0, '']] } }, 'null MX'],
    ['no address', { 'in.example.org': { MX: [[10, 'gone.example.org']] } }, 'which has no address'],
  ])('%s', async (_, zone, says) => {
    expect(await findingOf('mx', { zone })).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining(says),
      steps: [{ kind: 'record' }],
    })
  })

  test('another host beside this one is told', async () => {
    const zone: ZoneLiteral = {
      ...ZONE,
      'in.example.org': {
        MX: [
          [10, 'mx.example.org'],
          [20, 'backup.example.net'],
        ],
      },
      'backup.example.net': { A: ['198.51.100.7'] },
    }
    expect(await findingOf('mx', { zone })).toMatchObject({
      state: 'attention',
      seen: expect.stringContaining('backup.example.net is not this machine'),
    })
  })

  test.each(['timeout', 'servfail', 'refused'] as const)('no answer (%s) is unknown', async (reason) => {
    expect(await findingOf('mx', { fail: { 'MX in.example.org': reason } })).toMatchObject({
      state: 'unknown',
    })
    const halved = { 'A mx.example.org': reason, 'AAAA mx.example.org': reason }
    expect(await findingOf('mx', { fail: halved })).toMatchObject({ state: 'unknown' })
  })
})

describe('port-25', () => {
  test('is seen from here, and the proof is named', async () => {
    expect(await findingOf('port-25', at(ours))).toMatchObject({
      state: 'ok',
      steps: [{ kind: 'command', lines: ['nc -v mx.example.org 25'] }],
    })
  })

  test('greets on this machine, and is not reached through the MX record', async () => {
    const dead = { smtpPort: 1, ownSmtp: () => ({ port: ours.port }) }
    const seen = await findingOf('port-25', {
      ca: [ca.pem],
      deps: dead,
      settings: { smtpListen: [{ port: 1 }] },
    })
    expect(seen).toMatchObject({ state: 'unknown', seen: expect.stringContaining('says little') })
    const other = await findingOf('port-25', {
      ca: [ca.pem],
      deps: dead,
      settings: { smtpListen: [{ port: 2525 }] },
    })
    expect(other).toMatchObject({
      state: 'attention',
      seen: 'smtp.listen names port 2525; the world delivers to port 25.',
    })
  })

  test('belongs to a mail server in front', async () => {
    const seen = await findingOf('port-25', {
      ca: [ca.pem],
      deps: { smtpPort: stranger.port, ownSmtp: () => ({ port: ours.port }) },
      settings: { smtpListen: [{ port: 2525 }], inFront: { proxies: [], relays: ['127.0.0.1/32'] } },
    })
    expect(seen).toMatchObject({ state: 'unknown', seen: expect.stringContaining('in front of it') })
  })

  test('somebody else answers there', async () => {
    const seen = await findingOf('port-25', {
      ...at(ours),
      deps: { smtpPort: stranger.port, ownSmtp: () => ({ port: ours.port }) },
      settings: { smtpListen: [{ port: stranger.port }] },
    })
    expect(seen).toMatchObject({ state: 'problem', seen: expect.stringContaining('"mail.stranger.example"') })
  })

  test('does not answer on this machine', async () => {
    expect(await findingOf('port-25')).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('nothing listens there'),
    })
  })

  test('is unknown while the service does not run', async () => {
    expect(await findingOf('port-25', { deps: { service: 'none' } })).toMatchObject({ state: 'unknown' })
  })
})

describe('smtp-certificate', () => {
  test('is good', async () => {
    expect(await findingOf('smtp-certificate', at(ours))).toMatchObject({
      state: 'ok',
      seen: expect.stringContaining('It is for mx.example.org'),
    })
  })

  test.each([
    ['another name', ['other.example.org'], 60, 'and not for mx.example.org'],
    ['soon over', ['mx.example.org'], 3.5, 'in 3 days'],
    ['a wildcard of another level', ['*.example.com', '*.a.example.org'], 60, 'and not for'],
  ])('%s', async (_, names, days, says) => {
    const server = await fakeRelay({ name: 'mx.example.org', ...chainFor(names, days) })
    const seen = await findingOf('smtp-certificate', at(server))
    await server.close()
    expect(seen).toMatchObject({ state: 'attention', seen: expect.stringContaining(says) })
  })

  test('a wildcard covers one label', async () => {
    const server = await fakeRelay({ name: 'mx.example.org', ...chainFor(['*.example.org']) })
    expect(await findingOf('smtp-certificate', at(server))).toMatchObject({ state: 'ok' })
    await server.close()
  })

  test('has expired', async () => {
    const leaf = issue({ name: 'mx.example.org', issuer: ca, names: ['mx.example.org'], to: '2026-02-01' })
    const key = leaf.key.export({ type: 'pkcs8', format: 'pem' }).toString()
    const server = await fakeRelay({ name: 'mx.example.org', key, cert: leaf.pem })
    expect(await findingOf('smtp-certificate', at(server))).toMatchObject({
      state: 'attention',
      seen: 'The certificate expired on 2026-02-01.',
    })
    await server.close()
  })

  test('is self-made', async () => {
    const server = await fakeRelay({ name: 'mx.example.org' }, 'mx.example.org')
    const seen = await findingOf('smtp-certificate', {
      ...at(server),
      settings: { smtpListen: [{ port: server.port }], ownCertificate: false },
    })
    await server.close()
    expect(seen).toMatchObject({ state: 'attention', seen: expect.stringContaining('self-made') })
  })
})

describe('reverse-dns', () => {
  test.each([
    ['leads back', ZONE, 'ok'],
    ['another name', { ...ZONE, '1.2.0.192.in-addr.arpa': { PTR: ['vps1.provider.example'] } }, 'attention'],
    ['none', { 'mx.example.org': { A: ['192.0.2.1'] } }, 'attention'],
  ])('%s', async (_, zone, state) => {
    expect(await findingOf('reverse-dns', { zone })).toMatchObject({ state })
  })

  test('names the record', async () => {
    const seen = await findingOf('reverse-dns', { zone: { 'mx.example.org': { AAAA: ['2001:db8::1'] } } })
    expect(seen?.steps?.[0]?.lines).toEqual([
      '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa. IN PTR mx.example.org.',
    ])
  })

  test('no answer is unknown', async () => {
    const fail = { 'PTR 1.2.0.192.in-addr.arpa': 'timeout' } as const
    expect(await findingOf('reverse-dns', { fail })).toMatchObject({ state: 'unknown' })
  })
})

describe('host-address', () => {
  test.each([
    ['this machine', {}, 'ok'],
    ['another', { host: { addresses: () => ['192.0.2.9'] } }, 'attention'],
    ['NAT', { host: { addresses: () => ['10.0.0.9'] } }, 'ok'],
    ['none', { zone: {} }, 'problem'],
    [
      'no answer',
      { fail: { 'A mx.example.org': 'timeout', 'AAAA mx.example.org': 'timeout' } as const },
      'unknown',
    ],
    [
      'IPv6 that nobody listens on',
      {
        zone: { 'mx.example.org': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] } },
        settings: { smtpListen: [{ host: '0.0.0.0', port: 25 }] },
      },
      'attention',
    ],
  ])('%s', async (_, wanted, state) => {
    expect(await findingOf('host-address', wanted)).toMatchObject({ state })
  })
})

test('mail-domain', async () => {
  expect(await findingOf('mail-domain', { settings: { mailDomain: 'test.mailgauge.dev' } })).toMatchObject({
    state: 'ok',
  })
  for (const mailDomain of ['in.example.com', 'mail.test', 'a.invalid', 'example.org'])
    expect(await findingOf('mail-domain', { settings: { mailDomain } })).toMatchObject({ state: 'problem' })
})
