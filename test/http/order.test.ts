import { describe, expect, test } from 'bun:test'
import { scenarios } from '../support/scenarios.ts'
import { openWorld } from '../support/world.ts'

const BUDGET = { 'ratelimit-policy': '"account";q=600;w=60', ratelimit: /^"account";r=\d+;t=\d+$/ }
const NO_BUDGET = { 'ratelimit-policy': undefined, ratelimit: undefined }
const BROKEN = { headers: { 'content-type': 'application/json' }, body: '{' }
const BEARER = { 'www-authenticate': 'Bearer' }
const UNKNOWN_KEY = `mg_${'0'.repeat(39)}`

scenarios('who may ask', [
  {
    name: 'no key',
    proves: 'a missing key is 401 with WWW-Authenticate: Bearer',
    request: 'POST /v1/tests',
    status: 401,
    answers: { ...BEARER, ...NO_BUDGET },
  },
  {
    name: 'a malformed key',
    proves: 'a malformed key is 401',
    request: 'GET /v1/whoami',
    headers: { authorization: `Bearer ${UNKNOWN_KEY}` },
    status: 401,
    answers: BEARER,
    lacks: [UNKNOWN_KEY],
  },
  {
    name: 'another scheme',
    proves: 'a missing key is 401',
    request: 'GET /v1/whoami',
    headers: { authorization: 'Basic Zm9vOmJhcg==' },
    status: 401,
    answers: BEARER,
  },
  {
    name: 'a revoked key',
    proves: 'a revoked key is 401',
    request: 'GET /v1/whoami',
    key: 'revoked',
    status: 401,
    answers: BEARER,
  },
  {
    name: 'a missing key and a broken body',
    proves: '401 comes before the body is judged',
    request: 'POST /v1/tests',
    ...BROKEN,
    status: 401,
  },
  {
    name: 'a plan without API',
    proves: 'its keys stop working and requests get 403 naming the plan, not 429',
    request: 'POST /v1/tests',
    key: 'dmarc',
    plan: 'free',
    ...BROKEN,
    status: 403,
    has: { error: expect.stringContaining('"free"') },
    answers: NO_BUDGET,
  },
  {
    name: 'the scope to write is missing',
    proves: 'API key missing required scope: <scope>',
    request: 'POST /v1/tests',
    key: 'read',
    ...BROKEN,
    status: 403,
    has: { error: 'API key missing required scope: tests:write' },
    answers: BUDGET,
  },
  {
    name: 'the scope to read is missing',
    proves: 'a key with only tests:write can create tests and cannot read their results',
    request: 'GET /v1/tests/aaaaaaaaaaaaaaaaaaaaaaaaaa',
    key: 'write',
    status: 403,
    has: { error: 'API key missing required scope: tests:read' },
  },
  {
    name: 'the scope to list is missing',
    proves: 'a key can do nothing outside its scopes',
    request: 'GET /v1/tests',
    key: 'dmarc',
    status: 403,
  },
  {
    name: 'any valid key',
    proves: 'whoami needs no scope and says account_id and scopes',
    request: 'GET /v1/whoami',
    key: 'dmarc',
    given: async (_world, account) => ({ account }),
    status: 200,
    keys: ['account_id', 'scopes'],
    has: { account_id: '{account}', scopes: ['dmarc:read'] },
    answers: BUDGET,
  },
  {
    name: 'broken JSON and no allowance left',
    proves: 'body and parameters are judged before the allowance',
    request: 'POST /v1/tests',
    key: 'full',
    plan: 'small',
    afterwards: (world, account) => world.test(account),
    ...BROKEN,
    status: 400,
  },
])

scenarios('where and how', [
  {
    name: 'an unknown path',
    proves: 'unknown path 404 with an error body',
    request: 'GET /v1/nothing',
    status: 404,
  },
  { name: 'the prefix alone', proves: 'unknown path 404', request: 'GET /v1', status: 404 },
  {
    name: 'an unknown version',
    proves: 'the version is carried in the path prefix /v1/',
    request: 'GET /v2/tests',
    status: 404,
  },
  {
    name: 'a wrong method',
    proves: 'wrong method 405 with Allow',
    request: 'DELETE /v1/tests',
    key: 'full',
    status: 405,
    answers: { allow: 'GET, HEAD, POST' },
  },
  {
    name: 'a wrong method on one test',
    proves: 'wrong method 405 with Allow',
    request: 'POST /v1/tests/aaaaaaaaaaaaaaaaaaaaaaaaaa',
    status: 405,
    answers: { allow: 'GET, HEAD' },
  },
  {
    name: 'a wrong method on the kind of a test',
    proves: 'wrong method 405 with Allow',
    request: 'GET /v1/tests/aaaaaaaaaaaaaaaaaaaaaaaaaa/kind',
    status: 405,
    answers: { allow: 'PATCH' },
  },
  {
    name: 'a wrong method on a shared test',
    proves: 'wrong method 405 with Allow',
    request: 'PUT /v1/shared/x',
    status: 405,
    answers: { allow: 'GET, HEAD' },
  },
  {
    name: 'a CORS preflight',
    proves: 'OPTIONS answers 405, and there is no CORS header',
    request: 'OPTIONS /v1/whoami',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    status: 405,
    answers: { allow: 'GET, HEAD' },
  },
])

describe('rate', () => {
  test('refused requests are 429 with Retry-After from the plan; the scope is judged later; waiting it out admits', async () => {
    const world = await openWorld()
    const account = await world.account('slow')
    const { secret } = await world.key(account.id, ['dmarc:read'])
    const other = await world.key(account.id, ['tests:read'])
    const ask = (key = secret) =>
      world.http.handle(
        new Request('http://mailgauge.test/v1/tests', { headers: { authorization: `Bearer ${key}` } }),
        '127.0.0.1',
      )
    expect((await ask()).status).toBe(403)
    const refused = await ask(other.secret)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit-policy')).toBe('"account";q=6;w=60')
    expect(refused.headers.get('ratelimit')).toMatch(/^"account";r=0;t=\d+$/)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(10)
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/^Too many requests\./) })
    world.pass(wait * 1000)
    expect((await ask(other.secret)).status).toBe(200)
    await world.close()
  })
})

test('an expired key is 401', async () => {
  const world = await openWorld()
  const account = await world.account()
  const { secret } = await world.key(account.id, ['tests:read'], new Date(Date.now() + 60_000))
  const ask = () =>
    world.http.handle(
      new Request('http://mailgauge.test/v1/whoami', { headers: { authorization: `Bearer ${secret}` } }),
      '127.0.0.1',
    )
  expect((await ask()).status).toBe(200)
  world.pass(61_000)
  expect((await ask()).status).toBe(401)
  await world.close()
})
