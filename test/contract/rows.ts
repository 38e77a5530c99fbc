import { afterAll, beforeAll, describe, test } from 'bun:test'
import type { Account } from '../../src/core/access/account.ts'
import { SCOPES, type Scope } from '../../src/core/access/api-key.ts'
import { type Expectation, fill, judge } from '../support/scenarios.ts'
import type { Stage } from './stage.ts'

/** Scopes, or a state a key may be in, by the name a row uses. */
const KEYS = {
  full: SCOPES,
  write: ['tests:write'],
  read: ['tests:read'],
  domains: ['domains:read'],
  dmarc: ['dmarc:read'],
  revoked: SCOPES,
  expired: SCOPES,
  rotated: SCOPES,
} as const satisfies Record<string, readonly Scope[]>

/** One sentence of the contract, and the request that shows it. */
export interface Row extends Expectation {
  name: string
  /** The sentence of the specification, or of docs/api.md where that is silent. */
  proves: string
  key?: keyof typeof KEYS
  /** The plan of the account at the time of the request. */
  plan?: string
  headers?: Record<string, string>
  body?: string
  /** Makes what the row needs, and names it for `{name}` in request, headers, has and lacks. */
  given?(stage: Stage, account: Account): Promise<Record<string, string>>
}

/** Plays rows on a stage, each with an account of its own. */
export function contract(title: string, open: () => Promise<Stage>, tables: Record<string, readonly Row[]>) {
  describe(title, () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await open()
    }, 300_000)
    afterAll(() => stage.close())
    for (const [resource, rows] of Object.entries(tables)) {
      describe(resource, () => {
        for (const row of rows) test(`${row.name}: ${row.proves}`, () => play(stage, row), 300_000)
      })
    }
  })
}

async function play(stage: Stage, row: Row): Promise<void> {
  const account = await stage.account()
  const authorization = row.key && `Bearer ${await secretOf(stage, account.id, row.key)}`
  const names = { account: account.id, ...(await row.given?.(stage, account)) }
  if (row.plan !== undefined) await stage.setPlan(account, row.plan)
  const [method = '', path = ''] = fill(row.request, names).split(' ')
  const headers = Object.entries(row.headers ?? {}).map(
    ([name, value]) => [name, fill(value, names)] as const,
  )
  const request = new Request(`http://mailgauge.test${path}`, {
    method,
    headers: { ...(authorization && { authorization }), ...Object.fromEntries(headers) },
    ...(row.body !== undefined && { body: row.body }),
  })
  await judge(await stage.ask(request), row, names)
}

async function secretOf(stage: Stage, accountId: string, name: keyof typeof KEYS): Promise<string> {
  const { key, secret } = await stage.key(accountId, KEYS[name])
  if (name === 'revoked') await stage.apiKeys.revoke(key.id)
  if (name === 'rotated') await stage.apiKeys.rotate(key.id)
  if (name === 'expired') await stage.expireKey(key.id)
  return secret
}
