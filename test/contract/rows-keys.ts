import { expect } from 'bun:test'
import type { Row } from './rows.ts'

const BEARER = { 'www-authenticate': 'Bearer', ratelimit: undefined }
/** What every answer to a key says of the account's rate. */
export const BUDGET = { 'ratelimit-policy': /^"account";q=\d+;w=60$/, ratelimit: /^"account";r=\d+;t=\d+$/ }
const NOBODY = `mg_${'0'.repeat(39)}`
const WINDOW = '11111111-2222-4333-8444-555555555555'

/** Every route that a key opens, and the scope it needs. */
export const KEYED: readonly (readonly [request: string, scope: string | undefined])[] = [
  ['POST /v1/tests', 'tests:write'],
  ['GET /v1/tests', 'tests:read'],
  ['GET /v1/tests/aaaaaaaaaaaaaaaaaaaaaaaaaa', 'tests:read'],
  ['PATCH /v1/tests/aaaaaaaaaaaaaaaaaaaaaaaaaa/kind', 'tests:write'],
  ['GET /v1/whoami', undefined],
  ['GET /v1/domains', 'domains:read'],
  [`GET /v1/domains/${WINDOW}/dmarc/summary`, 'dmarc:read'],
  [`GET /v1/domains/${WINDOW}/dmarc/reports`, 'dmarc:read'],
  [`GET /v1/domains/${WINDOW}/dmarc/sources`, 'dmarc:read'],
]

export const AUTH: Row[] = KEYED.flatMap(([request, scope]): Row[] => [
  {
    name: `${request} without a key`,
    proves: '401: Missing, malformed, expired or revoked key',
    request,
    status: 401,
    answers: BEARER,
  },
  {
    name: `${request} with a revoked key`,
    proves: 'Only revoking it stops it.',
    request,
    key: 'revoked',
    status: 401,
    answers: BEARER,
  },
  {
    name: `${request} on a plan without API`,
    proves: 'its keys stop working and requests get 403 naming the plan, not 429.',
    request,
    key: 'full',
    plan: 'free',
    status: 403,
    has: { error: expect.stringContaining('"free"') },
    answers: { ratelimit: undefined, 'retry-after': undefined },
  },
  ...(scope === undefined
    ? []
    : [
        {
          name: `${request} without its scope`,
          proves: `API key missing required scope: ${scope}`,
          request,
          key: scope === 'tests:read' ? ('write' as const) : ('read' as const),
          status: 403,
          has: { error: `API key missing required scope: ${scope}` },
          answers: BUDGET,
        },
      ]),
])

export const KEYS: Row[] = [
  {
    name: 'a malformed key',
    proves: '401: malformed',
    request: 'GET /v1/whoami',
    headers: { authorization: `Bearer ${NOBODY}` },
    status: 401,
    answers: BEARER,
    lacks: [NOBODY],
  },
  {
    name: 'another scheme',
    proves: 'the header Authorization with the value Bearer followed by the API key',
    request: 'GET /v1/whoami',
    headers: { authorization: 'Basic Zm9vOmJhcg==' },
    status: 401,
  },
  {
    name: 'an expired key',
    proves: '401: expired',
    request: 'GET /v1/whoami',
    key: 'expired',
    status: 401,
    answers: BEARER,
  },
  {
    name: 'the old secret of a rotated key',
    proves: 'Rotation issues a new secret and invalidates the old one immediately, with no overlap period.',
    request: 'GET /v1/whoami',
    key: 'rotated',
    status: 401,
  },
  {
    name: 'the new secret of a rotated key',
    proves: 'Rotation issues a new secret',
    request: 'GET /v1/whoami',
    headers: { authorization: 'Bearer {secret}' },
    given: async (stage, account) => {
      const { key } = await stage.key(account.id, ['tests:read'])
      const rotated = await stage.apiKeys.rotate(key.id)
      return { secret: rotated.kind === 'rotated' ? rotated.secret : '' }
    },
    status: 200,
    has: { account_id: '{account}', scopes: ['tests:read'] },
    lacks: ['{secret}'],
  },
  {
    name: 'any key',
    proves: 'No scope is needed. Any valid key works.',
    request: 'GET /v1/whoami',
    key: 'dmarc',
    status: 200,
    keys: ['account_id', 'scopes'],
    has: { account_id: '{account}', scopes: ['dmarc:read'] },
    answers: BUDGET,
  },
  {
    name: 'a plan that has the API again',
    proves: 'and it works again when the plan changes back',
    request: 'GET /v1/whoami',
    key: 'full',
    plan: 'self-hosted',
    given: async (stage, account) => {
      await stage.setPlan(account, 'free')
      return {}
    },
    status: 200,
  },
  {
    name: 'a second request on a slow plan',
    proves:
      'Retry-After (integer seconds): the time until the next request slot. Several keys of one account share one budget.',
    request: 'GET /v1/tests',
    key: 'full',
    plan: 'slow',
    given: async (stage, account) => {
      await stage.setPlan(account, 'slow')
      const other = await stage.key(account.id, ['tests:read'])
      const headers = { authorization: `Bearer ${other.secret}` }
      await stage.ask(new Request('http://mailgauge.test/v1/whoami', { headers }))
      return {}
    },
    status: 429,
    keys: ['error'],
    answers: { 'retry-after': /^([1-9]|10)$/, ratelimit: /^"account";r=0;t=\d+$/ },
  },
  {
    name: 'a third request on a slow plan, sooner than the second was told',
    proves: 'Retrying sooner consumes the limit again.',
    request: 'GET /v1/tests',
    key: 'full',
    plan: 'slow',
    given: async (stage, account) => {
      await stage.setPlan(account, 'slow')
      const other = await stage.key(account.id, ['tests:read'])
      const headers = { authorization: `Bearer ${other.secret}` }
      for (let count = 0; count < 2; count += 1)
        await stage.ask(new Request('http://mailgauge.test/v1/whoami', { headers }))
      return {}
    },
    status: 429,
    keys: ['error'],
    answers: { 'retry-after': /^(1\d|20)$/, ratelimit: /^"account";r=0;t=\d+$/ },
  },
]

export const DOMAINS: Row[] = [
  {
    name: 'an account without domains',
    proves: 'Success: 200 with an object holding domains, an array of Domain objects.',
    request: 'GET /v1/domains',
    key: 'domains',
    status: 200,
    keys: ['domains'],
    has: { domains: [] },
  },
  {
    name: 'an account with domains',
    proves: 'A subdomain added by the user is its own entry with its own id.',
    request: 'GET /v1/domains',
    key: 'domains',
    async given(stage, account) {
      await stage.domain(await stage.account(), 'shop.example', true)
      const below = await stage.domain(account, 'news.shop.example')
      return { below, above: await stage.domain(account, 'shop.example', true) }
    },
    status: 200,
    keys: ['domains'],
    has: {
      domains: [
        { id: '{below}', domain: 'news.shop.example', verified: false },
        { id: '{above}', domain: 'shop.example', verified: true },
      ],
    },
  },
  {
    name: 'dmarc:read alone',
    proves: 'dmarc:read does not include domains:read.',
    request: 'GET /v1/domains',
    key: 'dmarc',
    status: 403,
    has: { error: 'API key missing required scope: domains:read' },
  },
]

export const EDGES: Row[] = [
  { name: 'an unknown path', proves: 'Unknown path 404', request: 'GET /v1/nothing', status: 404 },
  {
    name: 'adding a domain',
    proves: 'Adding, verifying and deleting domains have no API endpoint.',
    request: 'POST /v1/domains',
    key: 'full',
    status: 405,
    answers: { allow: 'GET, HEAD' },
  },
  {
    name: 'another version',
    proves: 'The API version is carried in the path prefix /v1/.',
    request: 'GET /v2/tests',
    key: 'full',
    status: 404,
  },
  {
    name: 'a method that a path does not know',
    proves: 'wrong method 405 with Allow',
    request: 'DELETE /v1/tests',
    status: 405,
    answers: { allow: 'GET, HEAD, POST' },
  },
  {
    name: 'HEAD',
    proves: 'HEAD is answered as GET without the body.',
    request: 'HEAD /v1/whoami',
    key: 'full',
    status: 200,
    answers: { 'content-length': /^[1-9]\d+$/ },
  },
  {
    name: 'a CORS preflight',
    proves: 'The key-authenticated API sends no CORS headers. OPTIONS answers 405.',
    request: 'OPTIONS /v1/tests',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    status: 405,
  },
  {
    name: 'a request from a page of another site',
    proves: 'The key-authenticated API sends no CORS headers.',
    request: 'GET /v1/whoami',
    key: 'full',
    headers: { origin: 'https://evil.example' },
    status: 200,
  },
  {
    name: 'a body that is too large',
    proves: 'too large 413: always {"error": …}',
    request: 'POST /v1/tests',
    key: 'full',
    headers: { 'content-type': 'application/json' },
    body: `"${'x'.repeat(70_000)}"`,
    status: 413,
  },
  {
    name: 'a cookie',
    proves: 'Where there are no sessions a cookie opens nothing.',
    request: 'GET /v1/tests',
    headers: { cookie: '__Host-mailgauge=x; mailgauge=x' },
    status: 401,
  },
]
