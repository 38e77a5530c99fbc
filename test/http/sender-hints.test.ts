import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Scope } from '../../src/core/access/api-key.ts'
import { packAnalysis } from '../../src/core/kept/analysed.ts'
import type { AnalysisRunner } from '../../src/services/ports.ts'
import { report } from '../support/builders.ts'
import { sessionOf } from '../support/session.ts'
import { openWorld, type World } from '../support/world.ts'

/** Judges marketing mail 4, all other 9. */
const runner: AnalysisRunner = {
  size: 1,
  async run({ senderHints }) {
    const judged = report({ score: senderHints?.kind === 'marketing' ? 4 : 9 })
    const packed = packAnalysis({ report: judged, evidence: {}, content: 'x' })
    return { kind: 'scored', packed, questionsFailed: false, scannersFailed: [] }
  },
}

let world: World
beforeAll(async () => {
  world = await openWorld({
    runner,
    sessions: {
      actorOf: async (cookie) => (cookie.startsWith('s=') ? sessionOf(cookie.slice(2)) : undefined),
    },
  })
})
afterAll(() => world.close())

async function owner(scopes?: readonly Scope[]) {
  const account = await world.account()
  const { secret } = await world.key(account.id, scopes)
  const { token } = await world.test(account.id)
  const patch = async (body: string, of = token, headers: Record<string, string> = {}) => {
    const init = { method: 'PATCH', body, headers: { authorization: `Bearer ${secret}`, ...headers } }
    const answer = await world.http.handle(
      new Request(`http://m.test/v1/tests/${of}/kind`, init),
      '127.0.0.1',
    )
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const said = async (of = token) => (await world.store.mailTests.byToken(of))?.senderHints
  return { account, token, patch, said }
}

describe('PATCH /v1/tests/{token}/kind', () => {
  test('judges the test again and answers with the report that follows', async () => {
    const { token, patch } = await owner()
    const first = await world.message(token, { score: 9, checks: [] })
    await world.message(token, { score: 9, checks: [] })
    expect(await patch('{"kind":"marketing"}')).toMatchObject({
      status: 200,
      body: { token, status: 'scored', score: 4 },
    })
    expect((await world.store.messages.report(token, first))?.report?.score).toBe(4)
    expect((await patch('{"kind":"inferred"}')).body).toMatchObject({ score: 9 })
  })

  test('keeps what is said; what is left out stays as it was', async () => {
    const { patch, said } = await owner()
    await patch('{"kind":"list","bulk":true}')
    expect(await said()).toEqual({ kind: 'list', bulk: true })
    await patch('{}')
    expect(await said()).toEqual({ kind: 'list', bulk: true })
    await patch('{"bulk":false}')
    expect(await said()).toEqual({ kind: 'list' })
  })

  test('a body that is not understood changes nothing', async () => {
    const { patch, said } = await owner()
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"kind"',
      '{"kind":null}',
      '{"kind":["list"]}',
      '{"kind":"List"}',
      '{"bulk":1}',
      '{"kind":"list","volume":1}',
      '{"__proto__":{"kind":"list"}}',
    ]
    for (const body of bodies) {
      expect({ sent: body, ...(await patch(body)) }).toMatchObject({
        body: { error: expect.any(String) },
        status: 400,
      })
    }
    expect(await said()).toBeUndefined()
  })

  test('is for the account whose test it is, and for keys that may write', async () => {
    const mine = await owner()
    const other = await owner()
    expect((await other.patch('{"kind":"list"}', mine.token)).status).toBe(404)
    const { token } = await world.anonymousTest()
    expect((await mine.patch('{"kind":"list"}', token)).status).toBe(404)
    expect((await mine.patch('{"kind":"list"}', 'nothing')).status).toBe(404)
    const reader = await owner(['tests:read'])
    expect((await reader.patch('{"kind":"list"}')).status).toBe(403)
    expect((await mine.patch('{', reader.token)).status).toBe(400)
    expect([await mine.said(), await reader.said(), await mine.said(token)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a session reads and does not write', async () => {
    const { account, token, said } = await owner()
    const init = { method: 'PATCH', body: '{"kind":"list"}', headers: { cookie: `s=${account.id}` } }
    const answer = await world.http.handle(
      new Request(`http://m.test/v1/tests/${token}/kind`, init),
      '127.0.0.1',
    )
    expect(answer.status).toBe(401)
    expect(await said()).toBeUndefined()
  })
})
