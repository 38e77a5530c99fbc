import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createAnnouncer } from '../../src/services/announcer.ts'
import { rawHttp } from '../support/raw-http.ts'
import { until } from '../support/until.ts'
import { openWorld, type World } from '../support/world.ts'

const PLANS = { 'self-hosted': { name: 'self-hosted', api: true, ratePerMinute: 1e6, burst: 1e6 } }

let world: World
let listening = 0
let authorization: string
let path: string

beforeAll(async () => {
  const announcer = createAnnouncer()
  world = await openWorld({
    plans: PLANS,
    announcer: {
      ...announcer,
      listen(token, heard) {
        listening += 1
        const silence = announcer.listen(token, heard)
        return () => {
          listening -= 1
          silence()
        }
      },
    },
  })
  const account = await world.account()
  authorization = `Bearer ${(await world.key(account.id)).secret}`
  path = `/v1/tests/${(await world.test(account.id)).token}?wait=60`
})
afterAll(() => world.close())

const ask = (signal: AbortSignal) =>
  world.http.handle(
    new Request(`http://mailgauge.test${path}`, { headers: { authorization }, signal }),
    '127.0.0.1',
  )

describe('answers that are held back', () => {
  test('are a thousand of one account at once; the next is given what there is', async () => {
    const gone = new AbortController()
    const held = Array.from({ length: 1000 }, () => ask(gone.signal))
    await until(() => listening === 1000)
    const next = await ask(new AbortController().signal)
    expect(await next.json()).toMatchObject({ status: 'pending' })
    expect(listening).toBe(1000)
    gone.abort()
    await Promise.all(held)
    expect(listening).toBe(0)
    const again = new AbortController()
    const waits = ask(again.signal)
    await until(() => listening === 1)
    again.abort()
    await waits
  })

  test('are let go when whoever waits hangs up', async () => {
    const address = `127.0.0.1:${world.http.start()[0]?.port}`
    const request = `GET ${path} HTTP/1.1\r\nHost: x.example\r\nAuthorization: ${authorization}\r\n\r\n`
    const all = until(() => listening === 20)
    const waiting = Array.from({ length: 20 }, () => rawHttp(address, [request, () => all, 'end']))
    await Promise.all(waiting)
    await until(() => listening === 0)
    expect(world.log.lines.filter(({ level }) => level !== 'info')).toEqual([])
  })
})
