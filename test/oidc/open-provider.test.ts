import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openProvider } from '../../src/oidc/open-provider.ts'
import { testClock } from '../support/clock.ts'
import { CLIENT, type RunningProvider, runProvider } from '../support/openid-provider.ts'

const BACK = 'http://localhost:8080/sign-in/openid/back'
const request = (n: number) => ({
  state: `state-${n}-${'s'.repeat(32)}`,
  nonce: `nonce-${n}-${'n'.repeat(32)}`,
  verifier: `${n}${'v'.repeat(50)}`,
})
const clock = { now: () => new Date() }

describe('the provider', () => {
  let running: RunningProvider
  const opened = (more = {}) =>
    openProvider(
      { issuer: running.issuer, ...CLIENT, scopes: ['openid', 'email', 'profile'], ...more },
      clock,
    )

  beforeAll(async () => {
    running = await runProvider(BACK)
    running.people.set('ann', {
      email: 'ann@example.org',
      email_verified: true,
      name: 'Ann',
      groups: ['a', 'b'],
    })
  })
  afterAll(() => running.stop())

  /** Signs in at the provider, and gives the address that the browser comes back with. */
  async function answerTo(provider: ReturnType<typeof openProvider>, n: number, who = 'ann'): Promise<URL> {
    const begun = await provider.begin(request(n), BACK)
    if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun))
    return running.signIn(begun.url, who)
  }

  test('says who somebody is', async () => {
    const provider = opened({ groupClaim: 'groups' })
    const answered = await answerTo(provider, 1)
    expect(await provider.finish(request(1), answered)).toEqual({
      kind: 'right',
      claims: {
        issuer: running.issuer,
        subject: 'ann',
        email: 'ann@example.org',
        emailVerified: true,
        name: 'Ann',
        groups: ['a', 'b'],
      },
    })
    expect(await provider.finish(request(1), answered)).toMatchObject({
      kind: 'not_ours',
      reason: 'invalid_grant',
    })
  })

  test('somebody whose sub is longer than an index takes is refused', async () => {
    for (const [at, length] of [1024, 1025].entries()) {
      const who = 's'.repeat(length)
      running.people.set(who, { email: 'long@example.org', email_verified: true })
      const provider = opened()
      const answered = await answerTo(provider, 20 + at, who)
      expect(await provider.finish(request(20 + at), answered)).toMatchObject(
        length > 1024
          ? { kind: 'misconfigured', reason: expect.stringContaining('sub has more than 1024 octets') }
          : { kind: 'right', claims: { subject: who } },
      )
    }
  })

  test('asks with PKCE, state and nonce', async () => {
    const begun = await opened().begin(request(2), BACK)
    if (begun.kind !== 'begun') throw new Error(begun.kind)
    const { searchParams } = new URL(begun.url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'mailgauge',
      code_challenge_method: 'S256',
      redirect_uri: BACK,
      scope: 'openid email profile',
    })
    expect(searchParams.get('state')).toBe(request(2).state)
    expect(searchParams.get('nonce')).toBe(request(2).nonce)
    expect(begun.url).not.toContain(request(2).verifier)
  })

  test.each([
    ['another state', { state: 'another' }, 'OAUTH_INVALID_RESPONSE'],
    ['another nonce', { nonce: 'another' }, 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['another verifier', { verifier: 'w'.repeat(50) }, 'invalid_grant'],
  ])('an answer is refused that belongs to %s', async (_, other, code) => {
    const provider = opened()
    const answered = await answerTo(provider, 3)
    const finished = await provider.finish({ ...request(3), ...other }, answered)
    expect(finished).toMatchObject({ kind: 'not_ours', reason: expect.stringContaining(code) })
  })

  // RFC 9207: an attacker's provider hands the browser on with our state.
  test.each([
    ['https://login.example.net', 'not_ours'],
    [undefined, 'not_ours'],
  ])('an answer of the issuer %s is refused', async (issuer, kind) => {
    const provider = opened()
    const answered = await answerTo(provider, 4)
    if (issuer === undefined) answered.searchParams.delete('iss')
    else answered.searchParams.set('iss', issuer)
    expect(await provider.finish(request(4), answered)).toMatchObject({ kind })
  })

  test('a person who says no is no fault', async () => {
    const answered = new URL(BACK)
    const says = { error: 'access_denied', state: request(5).state, iss: running.issuer }
    answered.search = new URLSearchParams(says).toString()
    expect(await opened().finish(request(5), answered)).toEqual({ kind: 'denied', reason: 'access_denied' })
  })

  test('a token is refused that other keys signed', async () => {
    const provider = opened()
    const answered = await answerTo(provider, 6)
    const pair = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
      true,
      ['sign', 'verify'],
    )
    const key = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const keys = [{ ...key, use: 'sig', kid: await keyIdOf(running.issuer) }]
    running.instead.set('/jwks', () => Response.json({ keys }))
    expect(await provider.finish(request(6), answered)).toMatchObject({ kind: 'not_ours' })
    running.instead.clear()
  })

  test.each([
    ['is down', () => new Response('later', { status: 503 })],
    [
      'sends elsewhere',
      () => new Response('', { status: 302, headers: { location: 'https://login.example.net/' } }),
    ],
    ['says something else', () => new Response('<p>hello', { headers: { 'content-type': 'text/html' } })],
    ['says too much', () => Response.json({ more: 'x'.repeat(600_000) })],
  ])('a token endpoint that %s is told as unreachable', async (_, answer) => {
    const provider = opened()
    const answered = await answerTo(provider, 7)
    running.instead.set('/token', answer)
    expect(await provider.finish(request(7), answered)).toMatchObject({ kind: 'unreachable' })
    running.instead.clear()
  })

  test('a client that the provider does not know is a wrong configuration', async () => {
    const provider = opened({ clientSecret: 'another' })
    expect(await provider.finish(request(8), await answerTo(provider, 8))).toEqual({
      kind: 'misconfigured',
      reason: 'the provider does not accept client_id and client_secret',
    })
  })
})

const keyIdOf = async (issuer: string): Promise<string> => {
  const read = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: { kid: string }[] }
  return read.keys[0]?.kid ?? ''
}

describe('discovery', () => {
  const DISCOVERY = '/.well-known/openid-configuration'
  let running: RunningProvider
  const settings = () => ({ issuer: running.issuer, ...CLIENT, scopes: ['openid'] })
  beforeAll(async () => {
    running = await runProvider(BACK)
  })
  afterAll(() => running.stop())

  test('is asked at the first sign-in, once, and again after a while', async () => {
    const turned = testClock()
    const provider = openProvider(settings(), turned)
    const before = running.asked.filter((path) => path === DISCOVERY).length
    const count = () => running.asked.filter((path) => path === DISCOVERY).length - before
    expect(count()).toBe(0)
    await Promise.all([1, 2, 3].map((n) => provider.begin(request(n), BACK)))
    expect(count()).toBe(1)
    turned.advance(11 * 60_000)
    await provider.begin(request(4), BACK)
    expect(count()).toBe(2)
  })

  test('that fails is tried again after a rest', async () => {
    const turned = testClock()
    const provider = openProvider(settings(), turned)
    running.instead.set(DISCOVERY, () => new Response('later', { status: 503 }))
    expect(await provider.begin(request(1), BACK)).toMatchObject({ kind: 'unreachable' })
    running.instead.clear()
    expect(await provider.begin(request(1), BACK)).toMatchObject({ kind: 'unreachable' })
    turned.advance(6_000)
    expect(await provider.begin(request(1), BACK)).toMatchObject({ kind: 'begun' })
  })

  test.each([
    ['names another issuer', { issuer: 'https://login.example.net' }, 'misconfigured'],
    ['has no endpoint', { authorization_endpoint: undefined }, 'misconfigured'],
  ])('of a provider that %s is refused', async (_, change, kind) => {
    const told = (await (await fetch(running.issuer + DISCOVERY)).json()) as object
    running.instead.set(DISCOVERY, () => Response.json({ ...told, ...change }))
    const provider = openProvider(settings(), clock)
    expect(await provider.begin(request(1), BACK)).toMatchObject({ kind })
    running.instead.clear()
  })

  test('of a provider that is not there', async () => {
    const provider = openProvider({ ...settings(), issuer: 'http://127.0.0.1:9' }, clock)
    expect(await provider.begin(request(1), BACK)).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringContaining('http://127.0.0.1:9'),
    })
  })

  test('an endpoint without TLS that is not on this machine is not asked', async () => {
    const told = (await (await fetch(running.issuer + DISCOVERY)).json()) as object
    const elsewhere = { ...told, token_endpoint: 'http://login.example.net/token' }
    running.instead.set(DISCOVERY, () => Response.json(elsewhere))
    const provider = openProvider(settings(), clock)
    const begun = await provider.begin(request(1), BACK)
    if (begun.kind !== 'begun') throw new Error(begun.kind)
    const answered = await running.signIn(begun.url, 'ann')
    expect(await provider.finish(request(1), answered)).toEqual({
      kind: 'unreachable',
      reason: 'http://login.example.net is not https',
    })
    running.instead.clear()
  })
})
