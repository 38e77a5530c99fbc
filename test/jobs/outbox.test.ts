import { expect, test } from 'bun:test'
import { createOutbox } from '../../src/jobs/outbox.ts'
import { mailTest, newMessage, ROOMY, report } from '../support/builders.ts'
import { finish } from '../support/claiming.ts'
import { testStore } from '../support/store.ts'

test('events that were read are gone, however many there are, and none is read twice', async () => {
  const { store, done } = await testStore()
  const one = mailTest()
  await store.mailTests.allocate({ test: one })
  const messages = [newMessage(one.token), newMessage(one.token)]
  await store.messages.accept(messages, ROOMY)
  for (const { id } of messages)
    await finish(store, id, { status: 'scored', report: report(), evidence: {}, content: '' })
  expect(await store.outbox.undelivered(10)).toHaveLength(2)
  const delivered: number[] = []
  const outbox = {
    undelivered: (_limit: number) => store.outbox.undelivered(1),
    async delivered(ids: readonly number[]) {
      delivered.push(...ids)
      await store.outbox.delivered(ids)
    },
  }
  await createOutbox({ store: { ...store, outbox } }).run()
  expect(await store.outbox.undelivered(10)).toEqual([])
  expect(delivered).toHaveLength(2)
  await done()
})
