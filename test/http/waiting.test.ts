import { expect, test } from 'bun:test'
import { granted } from '../../src/core/refusal.ts'
import { readWhenSettled } from '../../src/http/waiting.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import { mailTest } from '../support/builders.ts'
import { until } from '../support/until.ts'

test('a test that waits is read once, and once more for each change, until it is settled', async () => {
  const announcer = createAnnouncer()
  const one = mailTest()
  let status: 'pending' | 'scored' = 'pending'
  let reads = 0
  const leave = new AbortController()
  const waiting = readWhenSettled({
    announcer,
    token: one.token,
    seconds: 60,
    until: [leave.signal],
    async read() {
      reads += 1
      if (reads > 100) throw new Error('it reads without end')
      return granted({ test: { ...one, status }, address: '', messages: [] })
    },
  })
  for (const count of [1, 2, 3]) {
    await until(() => reads >= count)
    // A loop that did not wait would have read again by then.
    await Bun.sleep(5)
    expect(reads).toBe(count)
    announcer.announce({ token: one.token, change: 'received' })
  }
  await until(() => reads === 4)
  status = 'scored'
  announcer.announce({ token: one.token, change: 'scored' })
  expect(await waiting).toMatchObject({ ok: true, value: { test: { status: 'scored' } } })
  expect(reads).toBe(5)
})

test('who goes away is waited for no longer', async () => {
  const leave = new AbortController()
  const one = mailTest()
  const waiting = readWhenSettled({
    announcer: createAnnouncer(),
    token: one.token,
    seconds: 60,
    until: [leave.signal],
    read: async () => granted({ test: one, address: '', messages: [] }),
  })
  leave.abort()
  expect(await waiting).toMatchObject({ value: { test: { status: 'pending' } } })
})
