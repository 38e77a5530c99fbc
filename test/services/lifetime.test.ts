import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createRetention } from '../../src/services/retention.ts'
import { inProcess } from '../contract/in-process.ts'
import type { Stage } from '../contract/stage.ts'
import { DAY } from '../support/builders.ts'

let stage: Stage
beforeAll(async () => {
  stage = await inProcess()
})
afterAll(() => stage.close())

const get = (path: string, secret = '') =>
  stage.ask(new Request(`http://m.test${path}`, { headers: { authorization: `Bearer ${secret}` } }))

test('a test past its time is gone from the API, the shared routes, the list and SMTP, and retention deletes what is left', async () => {
  const account = await stage.account()
  const { secret } = await stage.key(account.id)
  const [own, free] = [await stage.test(account), await stage.anonymousTest()]
  const ids = [await stage.message(own), await stage.message(free)]
  const doors = [
    () => get(`/v1/tests/${own.token}`, secret),
    () => get(`/v1/tests/${own.token}?m=${ids[0]}`, secret),
    () => get(`/v1/tests/${own.token}?wait=60`, secret),
    () => get(`/v1/shared/${free.token}`),
    () => get(`/v1/shared/${free.token}?m=${ids[1]}`),
    () => get(`/v1/shared/${free.token}/message`),
  ]
  for (const ask of doors) expect((await ask()).status).toBe(200)
  for (const made of [own, free]) await stage.expire(made)
  for (const ask of doors) expect((await ask()).status).toBe(404)
  expect(await (await get('/v1/tests', secret)).json()).toEqual({ tests: [] })
  for (const { address } of [own, free]) {
    expect((await stage.deliver(address, 'plain')).code).toBe(550)
    expect((await stage.deliver(address.toUpperCase(), 'plain')).code).toBe(550)
  }
  const clock = { now: () => new Date() }
  const log = { info() {}, warn() {}, error() {} }
  expect(
    await createRetention({
      store: stage.store,
      clock,
      log,
      historyLifetime: 395 * DAY,
      holder: { host: 'here', start: 'now' },
    }).run(),
  ).toMatchObject({
    tests: 2,
  })
  for (const id of ids) {
    expect(await stage.store.messages.raw(id)).toBeUndefined()
    expect(await stage.store.messages.content(id)).toBeUndefined()
    expect(await stage.store.messages.evidence(id)).toBeUndefined()
  }
})
