import { afterEach, expect, test } from 'bun:test'
import { createQueue, type Queue } from '../../src/jobs/queue.ts'
import type { QueuedMessage, Store } from '../../src/store/store.ts'
import { mailTest, newMessage, ROOMY } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { type TestStore, testStore } from '../support/store.ts'
import { until } from '../support/until.ts'

const clock = testClock()
let opened: TestStore
let queue: Queue

afterEach(async () => {
  await queue.stop(5_000)
  await opened.done()
})

async function storeWith(messages: number): Promise<{ store: Store; ids: string[] }> {
  opened = await testStore()
  const { store } = opened
  const test = mailTest()
  await store.mailTests.allocate({ test })
  const stored = Array.from({ length: messages }, () => newMessage(test.token))
  for (const message of stored) await store.messages.accept([message], ROOMY)
  return { store, ids: stored.map(({ id }) => id) }
}

test('a message whose analysis is lost again and again neither spins nor keeps out those behind it', async () => {
  const { store, ids } = await storeWith(3)
  const [poisoned = '', ...others] = ids
  const begun: string[] = []
  const lost: unknown[] = []
  const done = Promise.withResolvers<void>()
  queue = createQueue({
    store,
    clock,
    log: { info() {}, warn() {}, error: (facts) => lost.push(facts['message']) },
    size: 1,
    restMs: 200,
    async analyse({ id }: QueuedMessage) {
      begun.push(id)
      if (id === poisoned) throw new Error('database disk image is malformed')
      await store.messages.finish(id, { status: 'failed', reason: 'enough' }, clock.now())
      if (id === others.at(-1)) done.resolve()
    },
  })
  const from = performance.now()
  queue.start()
  await done.promise
  expect(begun).toEqual(ids)
  expect(lost).toEqual([poisoned])
  await until(() => begun.length > ids.length + 1)
  expect(begun.length - 1).toBeLessThanOrEqual(ids.length + (performance.now() - from) / 200)
})

test('after a stop nothing is taken up, not even what was being read', async () => {
  const { store } = await storeWith(1)
  const begun: string[] = []
  const log = { info() {}, warn() {}, error() {} }
  queue = createQueue({ store, clock, log, size: 1, analyse: async ({ id }) => void begun.push(id) })
  queue.start()
  await queue.stop(5_000)
  await Bun.sleep(20)
  expect(begun).toEqual([])
})
