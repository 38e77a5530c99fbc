import { describe, expect, test } from 'bun:test'
import { sealProof } from '../../../src/services/doctor/proof.ts'
import { KeyUnusable } from '../../../src/services/secrets/key-ring.ts'
import { secureWeb } from '../../net/safe-fetch/web-server.ts'
import { random } from '../../support/builders.ts'
import { issue } from '../../support/mark-certificate.ts'
import { findingOf, KEY, ZONE } from './world.ts'

const HOST = 'mailgauge.example.org'
const ca = issue({ name: 'Test CA', ca: true })

function certificateFor(names: string[], to = '2030-01-01') {
  const leaf = issue({ name: names[0] ?? '', issuer: ca, names, to })
  return { key: leaf.key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: leaf.pem }
}

type Answer = Parameters<typeof secureWeb>[1]

const PROXY = { peer: '127.0.0.1', trusted: true, forwarded: true }

/** A proxy before this service, which sees requests as these facts say. */
const front =
  (facts = PROXY): Answer =>
  (request, response) => {
    const nonce = request.url?.split('/').at(-1) ?? ''
    response.end(`${sealProof(KEY, nonce, facts, random)}\n`)
  }

/** A finding where the base URL leads to such a server. */
async function behind(
  id: string,
  answer: Answer,
  wanted: Parameters<typeof findingOf>[1] = {},
  certificate = certificateFor([HOST]),
) {
  await using server = await secureWeb(certificate, answer)
  return await findingOf(id, {
    ca: [ca.pem],
    ...wanted,
    settings: { baseUrl: `https://${HOST}:${server.port}`, ...wanted.settings },
  })
}

describe('base-url', () => {
  test('leads to this service', async () => {
    expect(await behind('base-url', front())).toMatchObject({ state: 'ok' })
  })

  test.each([
    [
      'another site',
      (_: unknown, response: Parameters<Answer>[1]) => void response.writeHead(404).end('no'),
      'status 404',
    ],
    [
      'another Mailgauge',
      (request: Parameters<Answer>[0], response: Parameters<Answer>[1]) =>
        void response.end(
          sealProof({ ...KEY, bytes: random(32) }, request.url?.split('/').at(-1) ?? '', PROXY, random),
        ),
      'does not lead to this service',
    ],
    [
      'a redirect',
      (_: unknown, response: Parameters<Answer>[1]) =>
        void response.writeHead(301, { Location: 'https://www.example.org/' }).end(),
      'redirects to "https://www.example.org/"',
    ],
  ])('leads to %s', async (_, answer, says) => {
    expect(await behind('base-url', answer)).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining(says),
    })
    const idle = await behind('base-url', answer, { deps: { service: 'none' } })
    expect(idle).toMatchObject({ state: 'unknown' })
  })

  test('without the key nothing is said of who answers', async () => {
    const keys = () => {
      throw new KeyUnusable('The key file is open to others.')
    }
    expect(await behind('base-url', front(), { deps: { keys } })).toMatchObject({
      state: 'unknown',
      seen: expect.stringContaining('The key file is open to others.'),
    })
    expect(await behind('base-url', front(), { deps: { keys: () => [] } })).toMatchObject({
      state: 'unknown',
    })
    expect(await behind('proxy-headers', front(), { deps: { keys } })).toMatchObject({ state: 'unknown' })
  })

  test('an old answer is not taken for a new one', async () => {
    let first: string | undefined
    const replaying: Answer = (request, response) => {
      first ??= sealProof(KEY, 'ab'.repeat(16), PROXY, random)
      response.end(request.url ? first : '')
    }
    expect(await behind('base-url', replaying)).toMatchObject({ state: 'problem' })
  })

  test('http to everybody is a problem, before anything is asked', async () => {
    const seen = await findingOf('base-url', { settings: { baseUrl: `http://${HOST}` } })
    expect(seen).toMatchObject({ state: 'problem', seen: expect.stringContaining('in the clear') })
  })

  test.each([
    ['http://127.0.0.1:8080', 'lead nowhere from other machines'],
    ['http://10.0.0.5', 'in the clear'],
  ])('%s is looked at once it leads here', async (baseUrl, says) => {
    const probe = {
      smtp: async () => ({ kind: 'failure', reason: 'refused' }) as const,
      web: async ({ url }: { url: string }) => {
        const body = sealProof(KEY, url.split('/').at(-1) ?? '', PROXY, random)
        return { kind: 'response', status: 200, body } as const
      },
    }
    const seen = await findingOf('base-url', { settings: { baseUrl }, deps: { probe } })
    expect(seen).toMatchObject({ state: 'attention', seen: expect.stringContaining(says) })
  })

  test('a name without an address is a problem, one that could not be asked for is not', async () => {
    expect(await findingOf('base-url', { zone: {} })).toMatchObject({
      state: 'problem',
      steps: [{ kind: 'record' }],
    })
    const fail = { [`A ${HOST}`]: 'servfail', [`AAAA ${HOST}`]: 'servfail' } as const
    expect(await findingOf('base-url', { fail })).toMatchObject({ state: 'unknown' })
  })

  test('where nobody answers, it is a problem on this machine and unknown on another', async () => {
    expect(await findingOf('base-url')).toMatchObject({ state: 'problem' })
    const zone = { ...ZONE, [HOST]: { A: ['198.51.100.9'] } }
    expect(await findingOf('base-url', { zone })).toMatchObject({ state: 'unknown' })
  })

  test('an evaluation says so', async () => {
    expect(
      await findingOf('base-url', { settings: { evaluation: true, baseUrl: 'http://localhost:8080' } }),
    ).toMatchObject({
      state: 'attention',
      seen: expect.stringContaining('evaluation'),
    })
  })
})

describe('site-certificate', () => {
  test.each([
    ['is good', [HOST], '2030-01-01', 'ok'],
    ['is for another name', ['www.example.org'], '2030-01-01', 'problem'],
    ['has expired', [HOST], '2026-03-01', 'problem'],
    ['is soon over', [HOST], new Date(Date.now() + 5 * 86_400_000).toISOString(), 'attention'],
  ])('%s', async (_, names, to, state) => {
    expect(await behind('site-certificate', front(), {}, certificateFor(names, to))).toMatchObject({ state })
  })

  test('leads to no authority', async () => {
    const lone = issue({ name: HOST, names: [HOST], to: '2030-01-01' })
    const material = { key: lone.key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: lone.pem }
    expect(await behind('site-certificate', front(), {}, material)).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('it is self-signed'),
    })
  })

  test('cannot be seen', async () => {
    expect(await findingOf('site-certificate')).toMatchObject({ state: 'unknown' })
  })
})

describe('proxy-headers', () => {
  test('are there, and believed', async () => {
    expect(await behind('proxy-headers', front())).toMatchObject({ state: 'ok' })
  })

  test('come from a proxy that is not named', async () => {
    const seen = await behind('proxy-headers', front({ peer: '172.18.0.2', trusted: false, forwarded: true }))
    expect(seen).toMatchObject({
      state: 'problem',
      steps: [{ kind: 'config', lines: ['[http]', 'trusted_proxies = ["172.18.0.2"]'] }],
    })
  })

  test('are missing', async () => {
    const seen = await behind('proxy-headers', front({ peer: '127.0.0.1', trusted: true, forwarded: false }))
    expect(seen).toMatchObject({ state: 'attention', steps: [{ kind: 'proxy' }] })
  })

  test('are believed of everybody', async () => {
    const seen = await behind('proxy-headers', front(), { settings: { trustedProxies: ['0.0.0.0/0'] } })
    expect(seen).toMatchObject({ state: 'problem' })
  })

  test('are unknown where nothing came through', async () => {
    expect(await findingOf('proxy-headers')).toMatchObject({ state: 'unknown' })
  })
})

describe('relay', () => {
  const relay = 'smtp.example.org:587'
  const tried = (kind: 'accepted' | 'sign_in_refused') => async () => ({
    delivery: { kind, says: '' },
    says: 'What it said.',
  })

  test.each([
    ['works', { settings: { relay }, deps: { tryRelay: tried('accepted') } }, 'ok'],
    ['refuses', { settings: { relay }, deps: { tryRelay: tried('sign_in_refused') } }, 'problem'],
    ['is not configured', {}, 'attention'],
    ['is not needed for an evaluation', { settings: { evaluation: true } }, 'ok'],
  ])('%s', async (_, wanted, state) => {
    expect(await findingOf('relay', wanted)).toMatchObject({ state })
  })
})

test('instance-admin', async () => {
  expect(await findingOf('instance-admin')).toMatchObject({ state: 'ok' })
  expect(await findingOf('instance-admin', { deps: { hasInstanceAdmin: async () => false } })).toMatchObject({
    state: 'attention',
    steps: [{ lines: ['mailgauge admin setup-url'] }, { lines: [expect.stringContaining('admin create')] }],
  })
})
