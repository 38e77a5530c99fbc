import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { QueuedMessage } from '../../../src/store/claims.ts'
import type { Store } from '../../../src/store/store.ts'
import { mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'

const LEASE_MS = 60_000
const scored = { status: 'scored', report: report(), evidence: {} } as const

describe.skipIf(postgresMissing !== undefined)('hosts that analyse over one database', () => {
  const clock = testClock()
  let opened: TestPostgres
  let hosts: Store[]
  beforeAll(async () => {
    opened = await testPostgres({ clock })
    hosts = [opened.store, await opened.another(), await opened.another()]
  })
  afterAll(() => opened.done())

  const hostOf = (no: number): Store => hosts[no % hosts.length] ?? opened.store
  const holderOf = (no: number) => `host${no}/1`
  const claim = (no: number, limit: number, places: number) =>
    hostOf(no).messages.claim({ holder: holderOf(no), leaseMs: LEASE_MS, limit, places })
  const network = (no: number) => `2001:db8:${no.toString(16)}::/64`

  /** Messages of one maker. */
  async function received(client: string, count: number): Promise<{ token: string; ids: string[] }> {
    const one = mailTest()
    await opened.store.mailTests.allocate({ test: one, client })
    const messages = Array.from({ length: count }, () => newMessage(one.token))
    const bounds = { ...ROOMY, messagesPerTest: 1000 }
    expect(await opened.store.messages.accept(messages, bounds)).toBe('stored')
    return { token: one.token, ids: messages.map(({ id }) => id) }
  }
  const waiting = async () => {
    const [row] = await opened.query<{ count: number }>('SELECT count(*)::int AS count FROM queue_makers')
    return row?.count
  }

  test('three that claim while mail comes get each message once, and all of it', async () => {
    const made: string[] = []
    const got: QueuedMessage[] = []
    let coming = true
    async function comes(from: number) {
      for (let at = 0; at < 20; at += 1) {
        const { ids } = await received(network(from * 10 + (at % 4)), 1 + (at % 3))
        made.push(...ids)
      }
    }
    async function worker(no: number) {
      for (;;) {
        const isLast = !coming
        const some = await claim(no, 3, 12)
        got.push(...some)
        for (const one of some) expect(await hostOf(no).messages.finish(one, scored)).toBe('finished')
        if (some.length === 0 && isLast) return
      }
    }
    const workers = [0, 1, 2].map(worker)
    await Promise.all([1, 2, 3].map(comes))
    coming = false
    await Promise.all(workers)
    expect(got.map(({ id }) => id).toSorted()).toEqual(made.toSorted())
    expect(new Set(got.map(({ holder }) => holder)).size).toBe(3)
    await claim(0, 1, 12)
    expect(await waiting()).toBe(0)
  }, 120_000)

  test('none of many makers waits longer than the others’ turns, whichever host claims', async () => {
    const flood = await received(network(100), 30)
    const others: string[] = []
    for (let at = 0; at < 10; at += 1) others.push((await received(network(200 + at), 1)).token)
    const tokens: string[] = []
    for (let no = 0; tokens.length < 40; no += 1) {
      const [one] = await claim(no % 3, 1, 1)
      if (!one) throw new Error('nothing was claimed')
      tokens.push(one.token)
      await hostOf(no).messages.finish(one, scored)
    }
    expect(tokens.slice(0, 12)).toEqual([flood.token, ...others, flood.token])
    expect(new Set(tokens.slice(12))).toEqual(new Set([flood.token]))
  }, 60_000)

  test('one party has half of the places of each host, not of all', async () => {
    const { ids } = await received(network(300), 20)
    const some = await Promise.all([0, 1, 2].map((no) => claim(no, 8, 8)))
    expect(some.map(({ length }) => length)).toEqual([4, 4, 4])
    expect(new Set(some.flat().map(({ id }) => id))).toEqual(new Set(ids.slice(0, 12)))
    for (const one of some.flat()) await opened.store.messages.finish(one, scored)
    for (let left = 8; left > 0; ) {
      const more = await claim(0, 8, 8)
      for (const one of more) await opened.store.messages.finish(one, scored)
      left -= more.length
    }
  })

  test('a claim that ran out and was taken by another host can be written, renewed and given back by that one alone', async () => {
    await received(network(400), 1)
    const [first] = await claim(0, 1, 8)
    clock.advance(LEASE_MS)
    const [second] = await claim(1, 1, 8)
    if (!first || !second) throw new Error('it was not claimed')
    expect(second).toMatchObject({ id: first.id, holder: 'host1/1', number: first.number + 1, lostTries: 1 })
    const late = hostOf(0).messages
    const outcomes = await Promise.all([
      late.renew([first], LEASE_MS),
      late.giveBack(first, { afterMs: 0, lostTry: true }),
      late.blame(first, { step: 'spf', reason: 'limit' }),
      late.finish(first, scored),
    ])
    expect(outcomes).toEqual([[first], 'lost', 'lost', 'lost'])
    expect(await hostOf(1).messages.renew([second], LEASE_MS)).toEqual([])
    expect(await hostOf(1).messages.finish(second, scored)).toBe('finished')
  })

  test('of many that end one claim at once one does', async () => {
    const { ids } = await received(network(500), 12)
    const some = await claim(0, 12, 48)
    expect(some.map(({ id }) => id)).toEqual(ids)
    for (const one of some) {
      const outcomes = await Promise.all([
        hostOf(0).messages.finish(one, scored),
        hostOf(1).messages.giveBack(one, { afterMs: 0, lostTry: false }),
        hostOf(2).messages.finish(one, scored),
      ])
      expect(outcomes.filter((outcome) => outcome !== 'lost')).toHaveLength(1)
    }
    const again = await claim(1, 12, 48)
    for (const one of again) expect(await hostOf(1).messages.finish(one, scored)).toBe('finished')
    expect(await claim(2, 12, 48)).toEqual([])
  })

  test('what a host had claimed when it ended is taken back by that host alone', async () => {
    await received(network(600), 4)
    const [own, others] = [await claim(0, 1, 8), await claim(1, 1, 8)]
    expect((await opened.store.messages.claimsOf('host0')).map(({ id }) => id)).toEqual(
      own.map(({ id }) => id),
    )
    expect((await opened.store.messages.claimsOf('host1')).map(({ id }) => id)).toEqual(
      others.map(({ id }) => id),
    )
    expect(await opened.store.messages.claimsOf('host')).toEqual([])
  })

  test('of many who ask for an analysis at once no more wait than may', async () => {
    const { token, ids } = await received(network(700), 8)
    for (let left = 8; left > 0; ) {
      const more = await claim(2, 8, 100)
      for (const one of more) await opened.store.messages.finish(one, scored)
      left -= more.filter((one) => one.token === token).length
    }
    const answers = await Promise.all(
      ids.map((messageId, no) => hostOf(no).messages.analyseAgain(token, { messageId, mostWaiting: 3 })),
    )
    expect(answers.filter((answer) => answer === 'waits')).toHaveLength(3)
    expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(5)
  })
})
