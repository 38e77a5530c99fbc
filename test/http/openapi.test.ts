import { describe, expect, test } from 'bun:test'
import { EVENT_TYPES } from '../../src/core/event.ts'
import { createApi } from '../../src/http/api.ts'
import type { HandlerDeps } from '../../src/http/deps.ts'
import { describeApi } from '../../src/services/api-description/describe-api.ts'
import { openWorld } from '../support/world.ts'
import { faultsOf, fromText } from './openapi-schema.ts'

const document = describeApi('https://mailgauge.example.com')
const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([method, operation]) => ({ path, method, ...operation })),
)

/** The routes that the API mounts, as `GET /v1/tests/{token}`. */
function mountedRoutes(): string[] {
  const deps = { mailTests: {}, senderDomains: {} } as unknown as HandlerDeps
  return createApi(deps, () => new Response())
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .toSorted()
}

describe('the OpenAPI document', () => {
  test('describes exactly the routes that are mounted', () => {
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()
    expect(described).toEqual(mountedRoutes())
  })

  test('names each operation once, and each placeholder of its path', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, parameters = [] } of operations) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      const declared = parameters.filter((one) => one.in === 'path' && one.required)
      expect(declared.map(({ name }) => name)).toEqual(placeholders)
    }
  })

  test('uses only what it defines, and defines only what it uses', () => {
    const text = JSON.stringify(document)
    const used = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) => `${kind} ${name}`),
    )
    const { schemas, headers, securitySchemes } = document.components
    const defined = [
      ...Object.keys(schemas).map((name) => `schemas ${name}`),
      ...Object.keys(headers).map((name) => `headers ${name}`),
    ]
    expect([...used].toSorted()).toEqual(defined.toSorted())
    const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))
    expect([...schemes].toSorted()).toEqual(Object.keys(securitySchemes).toSorted())
  })

  test('its examples keep to its schemas', () => {
    const { components } = document
    const faults = operations.flatMap(({ operationId, responses, parameters = [] }) => [
      ...Object.entries(responses).flatMap(([status, { content }]) => {
        const { schema, example } = content['application/json']
        return faultsOf(example, schema, components, `${operationId} ${status}`)
      }),
      ...parameters.flatMap(({ name, example, schema }) =>
        faultsOf(example, schema, components, `${operationId} ${name}`),
      ),
    ])
    const ofHeaders = Object.entries(components.headers).flatMap(([name, { example, schema }]) =>
      faultsOf(fromText(String(example), schema), schema, components, name),
    )
    expect([...faults, ...ofHeaders]).toEqual([])
  })

  test('describes every event once, and its examples keep to its schemas', () => {
    const { webhooks, components } = document
    expect(Object.keys(webhooks).toSorted()).toEqual([...EVENT_TYPES, 'webhook.test'].toSorted())
    const all = Object.values(webhooks).map(({ post }) => post)
    const ids = [...operations, ...all].map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const faults = all.flatMap(({ operationId, requestBody, parameters }) => {
      const { schema, example } = requestBody.content['application/json']
      return [
        ...faultsOf(example, schema, components, operationId),
        ...parameters.flatMap((one) => faultsOf(one.example, one.schema, components, one.name)),
      ]
    })
    expect(faults).toEqual([])
  })

  test('the checker sees what is wrong', () => {
    const { components } = document
    const schema = { $ref: '#/components/schemas/Check' }
    const good = { name: 'spf', status: 'passed', score: 0, detail: { summary: 'x' } }
    expect(faultsOf(good, schema, components)).toEqual([])
    for (const bad of [
      { ...good, score: 1 },
      { ...good, status: 'fine' },
      { ...good, detail: { summary: 1 } },
      { ...good, extra: true },
      { name: 'spf', status: 'passed', score: 0 },
      { ...good, name: null },
      [],
    ]) {
      expect(faultsOf(bad, schema, components)).not.toEqual([])
    }
  })

  test('names the session cookie as this service does', () => {
    const cookie = (baseUrl: string) => describeApi(baseUrl).components.securitySchemes['session']?.name
    expect(cookie('https://mailgauge.example.com')).toBe('__Host-mailgauge')
    expect(cookie('http://127.0.0.1:8080')).toBe('mailgauge')
  })
})

describe('/openapi.json', () => {
  test('is served with the address of the service, and says when it is known', async () => {
    const world = await openWorld()
    const ask = (init: RequestInit = {}) =>
      world.http.handle(new Request('http://mailgauge.test/openapi.json', init), '127.0.0.1')
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)))
    const etag = answer.headers.get('etag') ?? ''
    expect((await ask({ headers: { 'if-none-match': `"other", W/${etag}` } })).status).toBe(304)
    expect((await ask({ headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const head = await ask({ method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const posted = await ask({ method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    await world.close()
  })
})
