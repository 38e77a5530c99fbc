import { expect, test } from 'bun:test'
import { account, mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

export function eventContract(store: TheStore): void {
  let consumers = 0
  const newConsumer = () => {
    consumers += 1
    return `consumer ${consumers}`
  }

  /** A test whose messages are analysed, one after another, with these scores. */
  async function scored(scores: number[], accountId?: string) {
    const one = mailTest(accountId === undefined ? {} : { accountId })
    await store().mailTests.allocate({ test: one })
    const ids: string[] = []
    for (const score of scores) {
      const message = newMessage(one.token)
      await store().messages.accept([message], ROOMY)
      await finish(store(), message.id, { status: 'scored', report: report({ score }), evidence: {} })
      ids.push(message.id)
    }
    return { token: one.token, ids }
  }
  const all = (consumer: string) => store().outbox.behind(consumer, 10_000)
  const of = async (consumer: string, token: string) =>
    (await all(consumer)).filter(({ payload }) => 'token' in payload && payload.token === token)
  /** A consumer that has read everything up to now. */
  async function upToDate() {
    const consumer = newConsumer()
    await store().outbox.advance(consumer, (await all(consumer)).at(-1)?.id ?? 0)
    return consumer
  }
  const tomorrow = () => new Date(Date.now() + 86_400_000 * 40_000)

  test('tell what happened to what, whose it is and when', async () => {
    const owner = account()
    await store().accounts.create(owner)
    const own = await scored([8], owner.id)
    const anonymous = await scored([7])
    expect(await of(newConsumer(), own.token)).toEqual([
      {
        id: expect.any(Number),
        type: 'test.scored',
        accountId: owner.id,
        subject: own.ids[0] ?? '',
        payload: { token: own.token, score: 8 },
        at: expect.any(Date),
      },
    ])
    expect((await of(newConsumer(), anonymous.token))[0]).not.toHaveProperty('accountId')
  })

  test('are read oldest first, a few at a time, each consumer at its own position', async () => {
    const [one, other] = [await upToDate(), await upToDate()]
    const { ids } = await scored([1, 2, 3])
    const read = async (consumer: string, limit: number) => {
      const events = await store().outbox.behind(consumer, limit)
      const last = events.at(-1)
      if (last) await store().outbox.advance(consumer, last.id)
      return events.map(({ subject }) => subject)
    }
    expect(await read(one, 2)).toEqual(ids.slice(0, 2))
    expect(await read(one, 2)).toEqual(ids.slice(2))
    expect(await read(one, 2)).toEqual([])
    expect(await read(other, 10)).toEqual(ids)
  })

  test('are read again until the position is moved, which never goes back', async () => {
    const consumer = await upToDate()
    await scored([1, 2])
    const [first, second] = await all(consumer)
    expect(await all(consumer)).toHaveLength(2)
    await store().outbox.advance(consumer, second?.id ?? 0)
    await store().outbox.advance(consumer, first?.id ?? 0)
    expect(await all(consumer)).toEqual([])
  })

  test('stay until every consumer has read them, however old they are', async () => {
    // Whatever other tests left unread is read by all now.
    for (let number = 1; number <= consumers; number += 1) {
      const consumer = `consumer ${number}`
      await store().outbox.advance(consumer, (await all(consumer)).at(-1)?.id ?? 0)
    }
    const [quick, slow] = [await upToDate(), await upToDate()]
    const { token } = await scored([1, 2])
    const events = await of(slow, token)
    for (let number = 1; number <= consumers; number += 1) {
      if (`consumer ${number}` !== slow)
        await store().outbox.advance(`consumer ${number}`, events[1]?.id ?? 0)
    }
    await store().outbox.forget(tomorrow())
    expect(await of(slow, token)).toEqual(events)
    expect(await of(quick, token)).toEqual([])
    await store().outbox.advance(slow, events[0]?.id ?? 0)
    expect(await store().outbox.forget(tomorrow())).toBe(1)
    expect(await of(slow, token)).toEqual(events.slice(1))
  })

  test('that all have read stay for as long as is said', async () => {
    const { token } = await scored([1])
    const at = (await of(newConsumer(), token))[0]?.at ?? new Date(0)
    for (let number = 1; number <= consumers; number += 1) {
      const consumer = `consumer ${number}`
      await store().outbox.advance(consumer, (await all(consumer)).at(-1)?.id ?? 0)
    }
    await store().outbox.forget(at)
    expect(await of(newConsumer(), token)).toHaveLength(1)
    await store().outbox.forget(new Date(at.getTime() + 1))
    expect(await of(newConsumer(), token)).toEqual([])
  })

  test('go with what they are about', async () => {
    const consumer = await upToDate()
    const { token } = await scored([1])
    await store().mailTests.delete(token)
    expect(await of(consumer, token)).toEqual([])
  })
}
