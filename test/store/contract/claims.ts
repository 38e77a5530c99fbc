import { expect, test } from 'bun:test'
import type { ClaimRequest } from '../../../src/store/claims.ts'
import { mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { waiting } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

const scored = { status: 'scored', report: report(), evidence: {} } as const
const EVERYTHING = { limit: 100_000, places: 200_000, leaseMs: 60_000 }

export function claimContract(store: TheStore): void {
  async function received(count = 1) {
    const one = mailTest()
    await store().mailTests.allocate({ test: one })
    const messages = Array.from({ length: count }, () => newMessage(one.token))
    await store().messages.accept(messages, ROOMY)
    return { token: one.token, ids: messages.map((message) => message.id) }
  }
  /** Everything that is due, as far as it is of this test. */
  async function claimed(token: string, holder: string, changes: Partial<ClaimRequest> = {}) {
    const all = await store().messages.claim({ ...EVERYTHING, holder, ...changes })
    const others = all.filter((message) => message.token !== token)
    for (const other of others) await store().messages.giveBack(other, { afterMs: 0, lostTry: false })
    return all.filter((message) => message.token === token)
  }
  const waitingOf = async (token: string) =>
    (await waiting(store())).filter((message) => message.token === token).map(({ id }) => id)

  test('what one has claimed nobody else gets, until it is given back', async () => {
    const { token, ids } = await received(3)
    const own = await claimed(token, 'one/1')
    expect(own.map(({ id }) => id)).toEqual(ids)
    expect(own[0]).toEqual({
      id: ids[0]!,
      token,
      holder: 'one/1',
      number: expect.any(Number),
      lostTries: 0,
      blamed: [],
      repeated: false,
    })
    expect(await claimed(token, 'two/1')).toEqual([])
    expect(await store().messages.giveBack(own[1]!, { afterMs: 0, lostTry: false })).toBe('given_back')
    expect((await claimed(token, 'two/1')).map(({ id }) => id)).toEqual([ids[1]!])
  })

  test('what a clock that was ahead put off is due once it is set back', async () => {
    const { token, ids } = await received()
    const [own] = await claimed(token, 'one/1')
    await store().messages.giveBack(own!, { afterMs: 400 * 86_400_000, lostTry: false })
    expect(await claimed(token, 'one/1')).toEqual([])
    expect(await store().clockSetBack()).toBeGreaterThan(0)
    expect((await claimed(token, 'one/1')).map(({ id }) => id)).toEqual(ids)
  })

  test('many at once claim each message once', async () => {
    const { token, ids } = await received(20)
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, host) =>
        store().messages.claim({ holder: `host${host}/1`, leaseMs: 60_000, limit: 3, places: 1000 }),
      ),
    )
    const got = claims.flat().filter((message) => message.token === token)
    expect(new Set(got.map(({ id }) => id)).size).toBe(got.length)
    for (const claim of claims.flat()) await store().messages.giveBack(claim, { afterMs: 0, lostTry: false })
    expect((await waitingOf(token)).toSorted()).toEqual(ids.toSorted())
  })

  test('a claim that is not renewed runs out by itself, and its holder can write nothing more', async () => {
    const { token, ids } = await received()
    const [first] = await claimed(token, 'one/1', { leaseMs: 200 })
    expect(await claimed(token, 'two/1')).toEqual([])
    await store.pass(250)
    const [second] = await claimed(token, 'two/1')
    expect(second).toMatchObject({ id: ids[0], holder: 'two/1', lostTries: 1 })
    expect(await store().messages.finish(first!, scored)).toBe('lost')
    expect(await store().messages.blame(first!, { step: 'spf', reason: 'limit' })).toBe('lost')
    expect(await store().messages.giveBack(first!, { afterMs: 0, lostTry: true })).toBe('lost')
    expect((await store().messages.renew([first!], 1000)).map(({ id }) => id)).toEqual([ids[0]!])
    expect(await store().messages.report(token)).toBeUndefined()
    expect(await store().messages.finish(second!, scored)).toBe('finished')
    expect((await store().mailTests.byToken(token))?.status).toBe('scored')
    expect(await store().messages.finish(second!, scored)).toBe('lost')
  })

  test('an earlier claim of the same holder is another claim', async () => {
    const { token } = await received()
    const [first] = await claimed(token, 'one/1', { leaseMs: 100 })
    await store.pass(150)
    const [second] = await claimed(token, 'one/1')
    expect(await store().messages.finish(first!, scored)).toBe('lost')
    expect(await store().messages.finish(second!, scored)).toBe('finished')
  })

  test('a renewed claim holds on', async () => {
    const { token } = await received(2)
    const own = await claimed(token, 'one/1', { leaseMs: 300 })
    await store.pass(200)
    expect(await store().messages.renew(own, 10_000)).toEqual([])
    await store.pass(200)
    expect(await claimed(token, 'two/1')).toEqual([])
    for (const claim of own) expect(await store().messages.finish(claim, scored)).toBe('finished')
  })

  test('what was lost waits as long as it is told, says so, and forgets it with its outcome', async () => {
    const { token, ids } = await received()
    const [first] = await claimed(token, 'one/1')
    await store().messages.giveBack(first!, { afterMs: 300, lostTry: true })
    const [shown] = await store().messages.ofTest(token)
    expect(shown?.triedAgainAt).toBeInstanceOf(Date)
    expect(shown).not.toHaveProperty('outcome')
    expect(await waitingOf(token)).toEqual([])
    await store.pass(350)
    // Once it has fallen due it waits for nothing but its turn.
    await store().messages.claim({ holder: 'two/1', leaseMs: 300, limit: 0, places: 1 })
    expect((await store().messages.ofTest(token))[0]).not.toHaveProperty('triedAgainAt')
    const [second] = await claimed(token, 'one/1')
    expect(second).toMatchObject({ id: ids[0], lostTries: 1 })
    expect((await store().messages.ofTest(token))[0]).not.toHaveProperty('triedAgainAt')
    await store().messages.finish(second!, { ...scored, repeatAfterMs: 0 })
    expect((await claimed(token, 'one/1'))[0]).toMatchObject({ lostTries: 0, repeated: true })
  })

  test('blamed steps are kept in order, over claims and outcomes', async () => {
    const { token } = await received()
    const [first] = await claimed(token, 'one/1')
    const blamed = [
      { step: 'content', reason: 'limit' },
      { step: `it's "quoted"`, reason: 'signal' },
    ] as const
    expect(await store().messages.blame(first!, blamed[0])).toBe('noted')
    await store().messages.giveBack(first!, { afterMs: 0, lostTry: true })
    const [second] = await claimed(token, 'one/2')
    expect(second?.blamed).toEqual([blamed[0]])
    expect(await store().messages.blame(second!, blamed[1])).toBe('noted')
    await store().messages.finish(second!, { ...scored, repeatAfterMs: 0 })
    expect((await claimed(token, 'one/2'))[0]?.blamed).toEqual([...blamed])
  })

  test('claims of a host are read, and given back by whoever reads them', async () => {
    const { token, ids } = await received(2)
    const own = await claimed(token, 'here/1')
    const claims = await store().messages.claimsOf('here')
    expect(claims).toEqual(own.map(({ id, holder, number }) => ({ id, holder, number, token, lostTries: 0 })))
    expect(await store().messages.claimsOf('her')).toEqual([])
    expect(await store().messages.claimsOf('here/1')).toEqual([])
    for (const claim of claims) await store().messages.giveBack(claim, { afterMs: 0, lostTry: true })
    expect(await store().messages.claimsOf('here')).toEqual([])
    expect(await store().messages.finish(own[0]!, scored)).toBe('lost')
    expect(await waitingOf(token)).toEqual(ids)
  })

  test('a test that is gone: nothing happens', async () => {
    const { token, ids } = await received()
    const [own] = await claimed(token, 'one/1')
    await store().mailTests.delete(token)
    expect(await store().messages.renew([own!], 1000)).toHaveLength(1)
    expect(await store().messages.blame(own!, { step: 'content', reason: 'limit' })).toBe('lost')
    expect(await store().messages.finish(own!, scored)).toBe('lost')
    expect(
      (await store().outbox.behind('a test', 10_000)).filter(
        ({ payload }) => 'token' in payload && payload.token === token,
      ),
    ).toEqual([])
    expect(await store().messages.evidence(ids[0]!)).toBeUndefined()
  })
}
