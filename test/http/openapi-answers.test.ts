import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Scope } from '../../src/core/access/api-key.ts'
import { describeApi } from '../../src/services/api-description/describe-api.ts'
import type { Method } from '../../src/services/api-description/document.ts'
import { check } from '../support/builders.ts'
import { sessionOf } from '../support/session.ts'
import { heldAllocation, openWorld, type World } from '../support/world.ts'
import { sampleAggregates } from './dmarc/samples.ts'
import { faultsOf, fromText } from './openapi-schema.ts'

const DOMAIN = { id: '0b8f5a52-6a43-4f0e-9a3d-5d1f1c3a7e21', domain: 'example.org', verified: true }
const document = describeApi('https://mailgauge.example.com')
const { components } = document

/** Of every answer of the server, or no business of a client of the API. */
const PLAIN_HEADERS = ['content-type', 'content-length', 'x-content-type-options']

const CHECK = check('dkim', {
  status: 'failed',
  score: -1.5,
  summary: 'No signature.',
  quotes: { field: 'its own words' },
})

let world: World
let broken: World
let reported: World
let slow: World
const seen = new Set<string>()

beforeAll(async () => {
  world = await openWorld({
    senderDomains: {
      list: async () => [DOMAIN],
      byId: async (_account, id) => (id === DOMAIN.id ? DOMAIN : undefined),
    },
    sessions: {
      actorOf: async (cookie) => (cookie.startsWith('s=') ? sessionOf(cookie.slice(2)) : undefined),
    },
  })
  reported = await openWorld({ aggregates: sampleAggregates() })
  slow = await openWorld({ aggregates: sampleAggregates({}, { kind: 'busy' }) })
  const fault = () => Promise.reject(new Error('the disk fell out'))
  broken = await openWorld({
    apiKeys: { authenticate: fault },
    mailTests: {
      allocate: fault,
      list: fault,
      read: fault,
      tell: fault,
      readMessage: fault,
      address: () => '',
    },
  })
})
afterAll(async () => {
  await world.close()
  await broken.close()
  await reported.close()
  await slow.close()
})

interface Asked {
  key?: readonly Scope[]
  plan?: string
  headers?: Record<string, string>
  body?: string
  of?: World
}

/** Asks as an account of its own, unless `headers` say who asks. */
async function ask(request: string, { key, plan, headers, body, of = world }: Asked = {}): Promise<Response> {
  const [method = '', path = ''] = request.split(' ')
  let authorization = {}
  if (key) {
    const account = await of.account()
    authorization = { authorization: `Bearer ${(await of.key(account.id, key)).secret}` }
    if (plan) await of.accounts.setPlan(account.name, plan)
  }
  const init = { method, headers: { ...authorization, ...headers }, ...(body !== undefined && { body }) }
  return of.http.handle(new Request(`http://mailgauge.test${path}`, init), '127.0.0.1')
}

function operationOf(request: string) {
  const [method = '', target = ''] = request.split(' ')
  const path = target.split('?')[0] ?? ''
  const pattern = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const verbs = document.paths[pattern ?? ''] ?? {}
  const operation = verbs[method.toLowerCase() as Method]
  if (!operation) throw new Error(`${request} is not described`)
  return operation
}

/** The answer is one that the document describes, to the last key and header. */
async function holds(request: string, response: Response, status: number): Promise<Record<string, unknown>> {
  const { operationId, responses } = operationOf(request)
  const text = await response.text()
  expect({ request, status: response.status, text }).toMatchObject({ status })
  const described = status in responses ? String(status) : status >= 500 ? '5XX' : String(status)
  const answer = responses[described]
  if (!answer) throw new Error(`${operationId} does not describe ${described}`)
  seen.add(`${operationId} ${described}`)
  const body = JSON.parse(text) as Record<string, unknown>
  expect(faultsOf(body, answer.content['application/json'].schema, components)).toEqual([])
  const faults = Object.keys(answer.headers).flatMap((name) => headerFaults(response.headers, name))
  const undescribed = [...response.headers.keys()].filter(
    (name) =>
      !PLAIN_HEADERS.includes(name) && !Object.keys(answer.headers).some((one) => one.toLowerCase() === name),
  )
  expect({ operationId, status, faults, undescribed }).toMatchObject({ faults: [], undescribed: [] })
  return body
}

function headerFaults(headers: Headers, name: string): string[] {
  const header = components.headers[name]
  const value = headers.get(name)
  if (value === null) return header?.required ? [`${name} is missing`] : []
  return faultsOf(fromText(value, header?.schema ?? {}), header?.schema ?? {}, components, name)
}

async function says(request: string, status: number, asked: Asked = {}) {
  return holds(request, await ask(request, asked), status)
}

const FULL = ['tests:write', 'tests:read', 'domains:read', 'dmarc:read'] as const

describe('real answers are those described', () => {
  test('making tests', async () => {
    const request = 'POST /v1/tests'
    const account = await world.account()
    const headers = {
      authorization: `Bearer ${(await world.key(account.id)).secret}`,
      'idempotency-key': 'once',
    }
    const first = await says(request, 201, { headers })
    const again = await ask(request, { headers })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await holds(request, again, 201)).toEqual(first)
    const twice = { headers: { ...headers, 'idempotency-key': 'twice' } }
    const held = heldAllocation(world)
    const one = ask(request, twice)
    await held.begun
    await says(request, 409, twice)
    held.goOn()
    await holds(request, await one, 201)
    const json = { 'content-type': 'application/json' }
    await says(request, 400, { key: FULL, headers: json, body: 'not json' })
    await says(request, 400, { key: FULL, headers: { 'idempotency-key': 'a b' } })
    await says(request, 413, { key: FULL, headers: json, body: ' '.repeat(5000) })
  })

  test('no test is left in the month, no slot in the minute', async () => {
    for (const plan of ['small', 'slow']) {
      const account = await world.account(plan)
      const headers = { authorization: `Bearer ${(await world.key(account.id)).secret}` }
      await says('POST /v1/tests', 201, { headers })
      const refused = await ask('POST /v1/tests', { headers })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      await holds('POST /v1/tests', refused, 429)
    }
  })

  test('while no mail can be taken', async () => {
    for (const obstacle of ['disk_full', 'database_gone'] as const) {
      world.state.become({ obstacle })
      await says('POST /v1/tests', 503, { key: FULL })
    }
    world.state.become({})
  })

  test('lists, with and without a next page, by key and by session', async () => {
    const account = await world.account()
    const headers = { authorization: `Bearer ${(await world.key(account.id)).secret}` }
    for (let made = 0; made < 3; made += 1) await says('POST /v1/tests', 201, { headers })
    const page = await ask('GET /v1/tests?limit=2', { headers })
    expect(page.headers.get('link')).toContain('offset=2')
    await holds('GET /v1/tests', page, 200)
    await says('GET /v1/tests?limit=2&offset=2', 200, { headers })
    const bySession = await ask('GET /v1/tests', { headers: { cookie: `s=${account.id}` } })
    expect((await holds('GET /v1/tests', bySession, 200))['tests']).toHaveLength(3)
  })

  test('a test in each of its states, and pinned', async () => {
    const account = await world.account()
    const headers = { authorization: `Bearer ${(await world.key(account.id)).secret}` }
    const { token } = await world.test(account.id)
    const request = `GET /v1/tests/${token}`
    expect(await says(request, 200, { headers })).toMatchObject({ status: 'pending', checks: [] })
    const failed = await world.message(token, 'failed')
    expect(await says(request, 200, { headers })).toMatchObject({ status: 'failed' })
    await world.message(token, { score: 8.5, checks: [CHECK] })
    expect(await says(request, 200, { headers })).toMatchObject({ status: 'scored', score: 8.5 })
    expect(await says(`${request}?m=${failed}`, 200, { headers })).toMatchObject({ message_id: failed })
    expect(await says(request, 200, { headers: { cookie: `s=${account.id}` } })).toMatchObject({ score: 8.5 })
    await says('GET /v1/tests', 200, { headers })
    await says(`${request}?m=msg_unknown`, 404, { headers })
  })

  test('what is said of a test', async () => {
    const account = await world.account()
    const headers = { authorization: `Bearer ${(await world.key(account.id)).secret}` }
    const { token } = await world.test(account.id)
    const request = `PATCH /v1/tests/${token}/kind`
    const said = await says(request, 200, { headers, body: '{"kind":"list","bulk":true}' })
    expect(said).toMatchObject({ token, status: 'pending' })
    for (const body of ['', 'x', '[]', 'null', '{"kind":"spam"}', '{"bulk":"yes"}', '{"more":1}']) {
      await says(request, 400, { headers, body })
    }
    await says(request, 413, { headers, body: `{"kind":"${' '.repeat(5000)}"}` })
    await says(request, 404, { key: FULL, body: '{}' })
  })

  test('shared tests and their messages', async () => {
    const { token } = await world.anonymousTest()
    const report = `GET /v1/shared/${token}`
    await says(`${report}/message`, 404)
    expect(await says(report, 200)).toMatchObject({ status: 'pending' })
    await world.message(token, 'failed')
    expect(await says(`${report}/message`, 200)).toMatchObject({ withheld: true })
    await world.message(token, { score: 10, checks: [CHECK] })
    expect(await says(report, 200)).toMatchObject({ status: 'scored', score: 10 })
    await says(`${report}/message`, 200)
    await says('GET /v1/shared/nothing', 404)
  })

  test('domains and their DMARC data', async () => {
    await says('GET /v1/whoami', 200, { key: ['dmarc:read'] })
    await says('GET /v1/domains', 200, { key: FULL })
    for (const what of ['summary', 'reports', 'sources']) {
      const path = `GET /v1/domains/${DOMAIN.id}/dmarc/${what}`
      await says(path, 200, { key: FULL })
      await says(`${path}?from=2026-11-01&to=2026-11-03&authenticated=true`, 200, { key: FULL })
      await says(`${path}?days=0`, 400, { key: FULL })
      await says(`GET /v1/domains/nothing/dmarc/${what}`, 404, { key: FULL })
      await says(path, 200, { key: FULL, of: reported })
      await says(path, 503, { key: FULL, of: slow })
    }
    for (const group of ['organization', 'header_from', 'reporter']) {
      const path = `GET /v1/domains/${DOMAIN.id}/dmarc/sources?group_by=${group}`
      await says(path, 200, { key: FULL, of: reported })
    }
  })

  const keyed = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, { security }]) => security.length > 0)
      .map(([method, { security }]) => ({
        request: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'nothing')}`,
        scope: security[0]?.['apiKey']?.[0],
      })),
  )
  test.each(keyed)('$request is refused as described', async ({ request, scope }) => {
    await says(request, 401)
    expect(await says(request, 403, { key: FULL, plan: 'free' })).toEqual({
      error: 'The plan "free" has no API access.',
    })
    if (scope !== undefined) {
      expect(await says(request, 403, { key: FULL.filter((one) => one !== scope) })).toEqual({
        error: `API key missing required scope: ${scope}`,
      })
    }
    const account = await world.account('slow')
    const headers = { authorization: `Bearer ${(await world.key(account.id)).secret}` }
    await ask(request, { headers })
    await says(request, 429, { headers })
    await says(request, 500, { headers, of: broken })
  })

  test('every described answer was seen', async () => {
    const token = 'a'.repeat(26)
    await says(`GET /v1/shared/${token}`, 500, { of: broken })
    await says(`GET /v1/shared/${token}/message`, 500, { of: broken })
    const described = Object.values(document.paths).flatMap((verbs) =>
      Object.values(verbs).flatMap(({ operationId, responses }) =>
        Object.keys(responses).map((status) => `${operationId} ${status}`),
      ),
    )
    expect([...seen].toSorted()).toEqual(described.toSorted())
  })
})
