import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Store } from '../../../src/store/store.ts'
import { later } from '../../support/builders.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { logLine } from '../contract/mail-log.ts'

const ROOMY = { account: 6000, anonymous: 1900, nobody: 2000 }

describe.skipIf(postgresMissing !== undefined)('the mail log of several hosts', () => {
  let opened: TestPostgres
  let stores: [Store, Store]

  beforeAll(async () => {
    opened = await testPostgres()
    stores = [opened.store, await opened.another()]
  })
  afterAll(() => opened.done())

  test('the same refusals at two hosts are one line each, in whichever order they come', async () => {
    const lines = Array.from({ length: 40 }, (_, at) =>
      logLine({ network: `198.51.100.${at}/32`, rcptTo: `same${at}@in.example.com` }),
    )
    const rounds = 20
    await Promise.all(
      stores.map(async (store, host) => {
        for (let round = 0; round < rounds; round++)
          await store.mailLog.add(
            host === 0 ? lines : lines.toReversed(),
            [{ at: later(0), lines: 1 }],
            ROOMY,
          )
      }),
    )
    const kept = await stores[0].mailLog.list({ address: 'same', limit: 100 })
    expect(kept.map(({ count }) => count)).toEqual(Array(40).fill(2 * rounds))
    expect(await stores[1].mailLog.leftOut(later(0))).toBe(2 * rounds)
  })

  test('lines of one moment stand in the order in which they came', async () => {
    const network = '192.0.2.77/32'
    const rcpts = Array.from({ length: 20 }, (_, at) => `order${at}@in.example.com`)
    await stores[0].mailLog.add(
      rcpts.map((rcptTo, at) =>
        logLine({ network, rcptTo, outcome: at % 3 === 0 ? 'accepted' : 'no_relay' }),
      ),
      [],
      ROOMY,
    )
    const kept = await stores[0].mailLog.list({ client: '192.0.2.77', limit: 100 })
    expect(kept.map(({ rcptTo }) => rcptTo)).toEqual(rcpts.toReversed())
  })

  test('whatever a client says is kept as it said it', async () => {
    const odd = ['NULL', '', '"', '\\', '{a,b}', "'; --", 'ä\u{1f600}', ' , ', '\\x00', '$1', '{"":""}']
    const network = '192.0.2.78/32'
    await stores[0].mailLog.add(
      odd.map((helo, at) => logLine({ network, helo, detail: helo, rcptTo: `odd${at}@in.example.com` })),
      [],
      ROOMY,
    )
    const kept = await stores[0].mailLog.list({ client: '192.0.2.78', limit: 100 })
    expect(kept.map(({ helo, detail }) => [helo, detail])).toEqual(odd.map((one) => [one, one]).toReversed())
    await stores[0].mailLog.add([logLine({ network, helo: 'a\0b', rcptTo: 'nul@in.example.com' })], [], ROOMY)
    const [newest] = await stores[0].mailLog.list({ address: 'nul@', limit: 1 })
    expect(newest?.helo).toBe('a\uFFFDb')
  })

  test('what is too much goes once, and is counted once, whichever hosts look', async () => {
    const bounds = { account: 100, anonymous: 100, nobody: 100 }
    const counted = async () =>
      Number((await opened.query<{ lines: number }>('SELECT count(*)::int AS lines FROM mail_log'))[0]?.lines)
    const before = await counted()
    const leftOut = await stores[0].mailLog.leftOut(later(0))
    const rounds = Array.from({ length: 10 }, (_, round) => round)
    await Promise.all(
      stores.flatMap((store, host) =>
        rounds.map((round) =>
          store.mailLog.add(
            Array.from({ length: 30 }, (_, at) =>
              logLine({ network: `203.0.113.${at}/32`, rcptTo: `much${host}-${round}-${at}@in.example.com` }),
            ),
            [],
            bounds,
          ),
        ),
      ),
    )
    expect(await counted()).toBe(100)
    expect((await stores[0].mailLog.leftOut(later(0))) - leftOut).toBe(before + 600 - 100)
  })
})
