import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SCOPES, type Scope } from '../../src/core/access/api-key.ts'
import type { HttpServerDeps } from '../../src/http/server.ts'
import { openWorld, type World } from './world.ts'

/** Scopes, or a state a key may be in, by the name a scenario uses. */
const KEYS: Record<string, readonly Scope[]> = {
  full: SCOPES,
  write: ['tests:write'],
  read: ['tests:read'],
  dmarc: ['dmarc:read'],
  revoked: SCOPES,
  expired: SCOPES,
}

/** What an answer must be. */
export interface Expectation {
  request: string
  status: number
  /** What the body contains. */
  has?: object
  /** The keys of the body, all of them. */
  keys?: readonly string[]
  /** What headers say; undefined: they must be absent. */
  answers?: Record<string, string | RegExp | undefined>
  /** What the whole answer must not contain. */
  lacks?: readonly string[]
}

export interface Scenario extends Expectation {
  name: string
  /** The sentence of the specification or the design that it proves. */
  proves: string
  /** `POST /v1/tests`; `{name}` stands for what `given` returned under that name. */
  request: string
  key?: 'full' | 'write' | 'read' | 'dmarc' | 'revoked' | 'expired'
  /** The plan of the account that asks. */
  plan?: string
  headers?: Record<string, string>
  body?: string
  /** Makes what the scenario needs, and names it. */
  given?(world: World, accountId: string): Promise<Record<string, string>>
  /** Runs after the key was made and before the request. */
  afterwards?(world: World, accountId: string): Promise<unknown>
}

/** Runs a table of scenarios, each with an account of its own, over one real database. */
export function scenarios(
  title: string,
  table: readonly Scenario[],
  options: Partial<HttpServerDeps> = {},
): void {
  describe(title, () => {
    let world: World
    beforeAll(async () => {
      world = await openWorld(options)
    })
    afterAll(() => world.close())
    for (const scenario of table) test(`${scenario.name}: ${scenario.proves}`, () => play(world, scenario))
  })
}

async function play(world: World, scenario: Scenario): Promise<void> {
  const account = await world.account()
  const authorization = scenario.key && `Bearer ${await secretOf(world, account.id, scenario.key)}`
  const names = (await scenario.given?.(world, account.id)) ?? {}
  if (scenario.plan !== undefined) await world.accounts.setPlan(account.name, scenario.plan)
  await scenario.afterwards?.(world, account.id)
  const filled = scenario.request.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? `no ${name}`)
  const [method = '', path = ''] = filled.split(' ')
  const response = await world.http.handle(
    new Request(`http://mailgauge.test${path}`, {
      method,
      headers: { ...(authorization && { authorization }), ...scenario.headers },
      ...(scenario.body !== undefined && { body: scenario.body }),
    }),
    '127.0.0.1',
  )
  await judge(response, scenario, names)
}

async function secretOf(world: World, accountId: string, name: string): Promise<string> {
  const expiresAt = name === 'expired' ? new Date(Date.now() + 86_400_000) : undefined
  const { key, secret } = await world.key(accountId, KEYS[name], expiresAt)
  if (name === 'revoked') await world.apiKeys.revoke(key.id)
  return secret
}

/** Holds an answer to what it must be, and to what every answer of the API must be. */
export async function judge(
  response: Response,
  scenario: Expectation,
  names: Record<string, string>,
): Promise<void> {
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({ status: scenario.status })
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/)
  if (scenario.request.includes(' /v1')) {
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  }
  for (const [name, wanted] of Object.entries(scenario.answers ?? {})) {
    const value = response.headers.get(name)
    if (wanted === undefined) expect({ [name]: value }).toEqual({ [name]: null })
    else if (typeof wanted === 'string') expect({ [name]: value }).toEqual({ [name]: fill(wanted, names) })
    else expect(value ?? '').toMatch(wanted)
  }
  if (scenario.has) expect(JSON.parse(text)).toMatchObject(filledIn(scenario.has, names))
  if (scenario.keys) expect(Object.keys(JSON.parse(text))).toEqual([...scenario.keys])
  if (scenario.status >= 400 && text !== '') expect(Object.keys(JSON.parse(text))).toEqual(['error'])
  const whole = text + JSON.stringify(Object.fromEntries(response.headers))
  for (const secret of scenario.lacks ?? []) expect(whole).not.toContain(fill(secret, names))
}

export const fill = (text: string, names: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole)

/** The names of `given` filled into every text; matchers of `expect` stay what they are. */
function filledIn(value: unknown, names: Record<string, string>): object {
  const filled = (one: unknown): unknown => {
    if (typeof one === 'string') return fill(one, names)
    if (Array.isArray(one)) return one.map(filled)
    const isPlain = typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype
    return isPlain ? Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, filled(inner)])) : one
  }
  return filled(value) as object
}
