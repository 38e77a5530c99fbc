import { expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { messageIdFrom } from '../../../src/core/mail-test.ts'
import { openReader } from '../../../src/store/sqlite/connection.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { startWriter } from '../../../src/store/sqlite/writer-client.ts'
import { account, DAY, later, mailTest, newMessage, ROOMY, random } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { temporaryDirectory, testStore } from '../../support/store.ts'
import { until } from '../../support/until.ts'

test('a writer that dies is an error for those who wait and for those who come', async () => {
  const { directory, remove } = temporaryDirectory()
  const file = join(directory, 'x.db')
  const told: string[] = []
  const lost = (reason: string) => void told.push(reason)
  const started = await startWriter(
    { file, migrate: true, lost },
    new URL('./crashing-writer.ts', import.meta.url),
  )
  if (started.kind !== 'ready') throw new Error(started.reason)
  const { client } = started
  const waiting = await Promise.allSettled([
    client.write('mailTests.delete', 'a'),
    client.write('mailTests.delete', 'b'),
  ])
  for (const each of waiting) {
    expect(each.status === 'rejected' && String(each.reason)).toContain('writer stopped: the disk went away')
  }
  await expect(client.write('mailTests.delete', 'c')).rejects.toThrow(/writer stopped/)
  await client.close()
  expect(told).toEqual([expect.stringContaining('the disk went away')])
  remove()
})

test('a writer module that is not there is refused, not waited for', async () => {
  const { directory, remove } = temporaryDirectory()
  const opening = openStore({ directory, migrate: true, workerUrl: new URL('./nowhere.ts', import.meta.url) })
  await expect(opening).rejects.toThrow(/writer stopped/)
  remove()
})

test('a closed store is one whole file, and its writer is not lost', async () => {
  const { directory, remove } = temporaryDirectory()
  const told: string[] = []
  const store = await openStore({ directory, migrate: true, lost: (reason) => void told.push(reason) })
  const one = account()
  await store.accounts.create(one)
  expect(await store.accounts.byId(one.id)).toEqual(one)
  await store.close()
  await Bun.sleep(20)
  expect(readdirSync(directory).toSorted()).toEqual(['mailgauge.db', 'mailgauge.reserve'])
  expect(told).toEqual([])
  remove()
})

test('closing writes what was asked for before it, and refuses what comes after', async () => {
  const { directory, remove } = temporaryDirectory()
  const store = await openStore({ directory, migrate: true })
  const made = Array.from({ length: 1200 }, () => account())
  const writes = Promise.all(made.map((each) => store.accounts.create(each)))
  await store.close()
  expect(await writes).toEqual(made.map(() => 'created'))
  await expect(store.accounts.create(account())).rejects.toThrow(/closed/)
  await store.close()
  const again = await openStore({ directory, migrate: false })
  expect(await again.accounts.list()).toHaveLength(1200)
  await again.close()
  remove()
})

test('two stores on one database see each other and wait for each other', async () => {
  const { store, directory, done } = await testStore()
  const beside = await openStore({ directory, migrate: false })
  const made = Array.from({ length: 200 }, () => account())
  await Promise.all(made.map((each, index) => (index % 2 ? store : beside).accounts.create(each)))
  expect(await store.accounts.list()).toHaveLength(200)
  expect(await beside.accounts.list()).toHaveLength(200)
  await beside.close()
  await done()
})

test('the file shrinks after much was deleted', async () => {
  const clock = testClock()
  const { store, directory, done } = await testStore({ clock })
  const test = mailTest({ expiresAt: later(DAY) })
  await store.mailTests.allocate({ test })
  for (let i = 0; i < 10; i += 1) {
    await store.messages.accept([newMessage(test.token, { raw: random(4_000_000) })], ROOMY)
  }
  const reader = openReader(join(directory, 'mailgauge.db'))
  const pages = () => Number(reader.driver.pragma('page_count', { simple: true }))
  const before = pages()
  const bytes = await store.bytes()
  clock.advance(2 * DAY)
  expect(await store.mailTests.deleteExpired(10)).toBe(1)
  expect(await store.bytes()).toBeLessThan(bytes)
  // 16 MB stay for the mail to come.
  expect(before).toBeGreaterThan(9000)
  await until(() => pages() < 5000)
  reader.driver.close()
  await done()
})

test('the log is copied into the database as mail comes, and used again', async () => {
  const { store, directory, done } = await testStore()
  const test = mailTest()
  await store.mailTests.allocate({ test })
  for (let i = 0; i < 200; i += 1) {
    const message = newMessage(test.token, { raw: random(100_000) })
    expect(await store.messages.accept([message], { ...ROOMY, messagesPerTest: 200 })).toBe('stored')
  }
  // 20 MB came in.
  expect(Bun.file(join(directory, 'mailgauge.db-wal')).size).toBeLessThan(8_000_000)
  await done()
})

test('a message of 25 MB does not keep small ones waiting for its packing', async () => {
  const { store, done } = await testStore()
  const test = mailTest()
  await store.mailTests.allocate({ test })
  const order: string[] = []
  const large = newMessage(test.token, {
    id: messageIdFrom(random),
    raw: new Uint8Array(25_000_000).fill(70),
  })
  await Promise.all([
    store.messages.accept([large], ROOMY).then(() => order.push('large')),
    store.messages.accept([newMessage(test.token)], ROOMY).then(() => order.push('small')),
  ])
  expect(order).toEqual(['small', 'large'])
  expect((await store.messages.raw(large.id))?.byteLength).toBe(25_000_000)
  await done()
})

test('the database is readable by its own user only', async () => {
  const { directory, done } = await testStore()
  for (const name of ['mailgauge.db', 'mailgauge.db-wal']) {
    expect((await Bun.file(join(directory, name)).stat()).mode & 0o077).toBe(0)
  }
  await done()
  rmSync(directory, { recursive: true, force: true })
})
