import { expect, test } from 'bun:test'
import { BACKLOG_COUNTED } from '../../../src/store/usage.ts'
import { mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { testStore } from '../../support/store.ts'

test('events that a consumer has not read are counted, and none where nobody reads', async () => {
  const { store, done } = await testStore()
  const events = async () => (await store.usage.backlog()).events
  expect(await events()).toEqual({ kept: 0, unread: 0 })
  const one = mailTest()
  await store.mailTests.allocate({ test: one })
  for (const score of [1, 2, 3]) {
    const message = newMessage(one.token)
    await store.messages.accept([message], ROOMY)
    await finish(store, message.id, { status: 'scored', report: report({ score }), evidence: {} })
  }
  expect(await events()).toEqual({ kept: 3, unread: 0 })
  const [first, second] = await store.outbox.behind('slow', 10)
  await store.outbox.advance('slow', first?.id ?? 0)
  expect(await events()).toEqual({ kept: 3, unread: 2, unreadSince: second?.at ?? new Date(0) })
  await store.outbox.advance('slow', (second?.id ?? 0) + 1)
  expect(await events()).toEqual({ kept: 3, unread: 0 })
  await done()
})

test('what waits is counted up to a bound, at a cost that does not grow past it', async () => {
  const { store, done } = await testStore()
  const { messages } = await store.usage.backlog()
  expect(messages.line).toEqual({ count: 0 })
  expect(BACKLOG_COUNTED).toBeLessThanOrEqual(10_000)
  await done()
})
