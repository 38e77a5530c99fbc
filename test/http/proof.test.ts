import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openProof, sealProof } from '../../src/services/doctor/proof.ts'
import { newKey } from '../../src/services/secrets/sealing.ts'
import { random } from '../support/builders.ts'
import { openWorld, type World } from '../support/world.ts'

const KEY = newKey(random, new Date())
const NONCE = '0123456789abcdef'.repeat(2)
let world: World
let keyless: World

beforeAll(async () => {
  world = await openWorld({
    trustedProxies: ['10.0.0.0/8'],
    prove: (nonce, facts) => sealProof(KEY, nonce, facts, random),
  })
  keyless = await openWorld({ prove: () => undefined })
})
afterAll(async () => {
  await world.close()
  await keyless.close()
})

const ask = (path: string, peer = '192.0.2.1', headers: Record<string, string> = {}, method = 'GET') =>
  world.http.handle(new Request(`http://mailgauge.example/healthz/proof/${path}`, { method, headers }), peer)

describe('/healthz/proof/<nonce>', () => {
  test.each([
    ['192.0.2.1', {}, { trusted: false, forwarded: false }],
    ['192.0.2.1', { 'x-forwarded-for': '203.0.113.9' }, { trusted: false, forwarded: true }],
    ['10.1.2.3', { 'x-forwarded-for': '203.0.113.9' }, { trusted: true, forwarded: true }],
    ['::ffff:10.1.2.3', {}, { trusted: true, forwarded: false }],
  ])('from %s %o', async (peer, headers, facts) => {
    const response = await ask(NONCE, peer, headers as Record<string, string>)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const text = (await response.text()).trim()
    expect(openProof([KEY], NONCE, text)).toMatchObject(facts)
    expect(text).not.toContain(peer)
  })

  test.each(['', 'short', `${NONCE}0`, NONCE.toUpperCase(), `${NONCE}/a`, '../readyz'])(
    '%j is no nonce',
    async (path) => {
      expect([404, 200]).toContain((await ask(path)).status)
      if (path !== '../readyz') expect((await ask(path)).status).toBe(404)
    },
  )

  test('takes GET alone, and is not there without a key', async () => {
    expect((await ask(NONCE, '192.0.2.1', {}, 'POST')).status).toBe(405)
    const request = new Request(`http://mailgauge.example/healthz/proof/${NONCE}`)
    expect((await keyless.http.handle(request, '192.0.2.1')).status).toBe(404)
  })
})
