import { afterAll, beforeAll, expect, test } from 'bun:test'
import { StoreAway } from '../../src/core/trouble/store-away.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World

beforeAll(async () => {
  const away = () => Promise.reject(new StoreAway('The connection to db.example.com ended.'))
  world = await openWorld({
    apiKeys: { authenticate: away },
    mailTests: {
      allocate: away,
      list: away,
      read: away,
      tell: away,
      readMessage: away,
      address: () => '',
    },
  })
})
afterAll(() => world.close())

test.each([
  ['POST', '/v1/tests'],
  ['GET', '/v1/whoami'],
  ['GET', `/v1/shared/${'a'.repeat(26)}`],
])('%s %s while the database is away: 503, to be asked again, without its address', async (method, path) => {
  const { secret } = await world.key((await world.account('self-hosted')).id)
  const request = new Request(`http://mailgauge.example${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}` },
  })
  const answer = await world.http.handle(request, '192.0.2.1')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  const { error } = (await answer.json()) as { error: string }
  expect(error).toContain('does not answer at the moment')
  expect(error).not.toContain('db.example.com')
})
