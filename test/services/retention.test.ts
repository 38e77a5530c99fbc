import { expect, test } from 'bun:test'
import { createRetention } from '../../src/services/retention.ts'
import {
  account,
  DAY,
  later,
  mailTest,
  newMessage,
  ROOMY,
  random,
  report,
  THEN,
} from '../support/builders.ts'
import { finish } from '../support/claiming.ts'
import { testClock } from '../support/clock.ts'
import { envelope } from '../support/envelope.ts'
import { monitor, monitorMessage } from '../support/monitors.ts'
import { entry } from '../support/people.ts'
import { testStore } from '../support/store.ts'

test('what is past its time is deleted, and only that', async () => {
  const clock = testClock(THEN)
  const { store, done } = await testStore({ clock })
  const said: unknown[] = []
  const say = (facts: unknown) => said.push(facts)
  const retention = createRetention({
    store,
    clock,
    log: { info: say, warn: say, error: say },
    historyLifetime: 395 * DAY,
    holder: { host: 'here', start: 'now' },
  })

  const gone = Array.from({ length: 45 }, () => mailTest({ expiresAt: later(DAY) }))
  const staying = mailTest({ expiresAt: later(DAY + 1) })
  await Promise.all([...gone, staying].map((test) => store.mailTests.allocate({ test })))
  const roleMail = (id: string, receivedAt: Date) =>
    store.roleMail.accept(
      { id, role: 'abuse', envelope: envelope({ receivedAt }), raw: random(10) },
      { bytes: 1000 },
    )
  await roleMail('old', later(-29 * DAY - 1))
  await roleMail('young', later(-29 * DAY))

  expect(await retention.run()).toEqual({ tests: 0, roleMail: 0 })
  expect(said).toEqual([])
  clock.advance(DAY)
  expect(await retention.run()).toEqual({ tests: 45, roleMail: 1 })
  expect(said).toEqual([{ tests: 45, roleMail: 1 }])
  expect(await store.mailTests.byToken(staying.token)).toEqual(staying)
  expect(await store.mailTests.delete(gone[0]!.token)).toBe('unknown_test')
  expect((await store.roleMail.list()).map(({ id }) => id)).toEqual(['young'])
  await done()
})

test('the history goes after its time in whole days of UTC, in small pieces', async () => {
  const clock = testClock(THEN)
  const { store, done } = await testStore({ clock })
  const one = account()
  await store.accounts.create(one)
  const own = mailTest({ accountId: one.id, expiresAt: later(50 * DAY) })
  await store.mailTests.allocate({ test: own })
  for (const age of [0, 9 * DAY, 10 * DAY, 10 * DAY, 11 * DAY]) {
    const message = newMessage(own.token, { envelope: envelope({ receivedAt: later(-age) }) })
    await store.messages.accept([message], ROOMY)
    const outcome = { status: 'scored', report: report(), evidence: {}, fromDomain: 'a.example' } as const
    await finish(store, message.id, outcome)
  }
  const other = account()
  await store.accounts.create(other)
  const watched = monitor(other.id)
  await store.monitors.add(watched, 1, entry('monitor.created'))
  const sent = monitorMessage(watched.id, later(-9 * DAY))
  await store.monitors.accept([sent])
  await finish(store, sent.id, { status: 'scored', report: report(), evidence: {} })
  const scores = async () => (await store.monitors.scores(watched.id, new Date(0), 9)).length
  const retention = createRetention({
    store,
    clock,
    log: { info() {}, warn() {}, error() {} },
    historyLifetime: 10 * DAY,
    holder: { host: 'here', start: 'now' },
  })
  const left = async () => {
    const rows = (await store.history.rows(one.id, { limit: 100 })).rows.length
    const counts = await store.history.counts(one.id, { since: 0, domain: 'a.example' })
    expect(counts.reduce((sum, { scored }) => sum + scored, 0)).toBe(rows)
    return rows
  }
  expect(await left()).toBe(5)
  await retention.run()
  expect([await left(), await scores()]).toEqual([4, 1])
  clock.advance(DAY)
  await retention.run()
  expect([await left(), await scores()]).toEqual([2, 1])
  clock.advance(400 * DAY)
  await retention.run()
  expect([await left(), await scores()]).toEqual([0, 0])
  await done()
})

test('what has no time of its own is kept as long as the config says', async () => {
  const clock = testClock(THEN)
  const { store, done } = await testStore({ clock })
  const retention = createRetention({
    store,
    clock,
    log: { info() {}, warn() {}, error() {} },
    historyLifetime: 395 * DAY,
    lifetimes: { mailLog: 2 * DAY, roleMail: 2 * DAY, events: 2 * DAY },
    holder: { host: 'here', start: 'now' },
  })
  for (const [id, age] of [
    ['old', 2 * DAY + 1],
    ['young', 2 * DAY],
  ] as const)
    await store.roleMail.accept(
      { id, role: 'abuse', envelope: envelope({ receivedAt: later(-age) }), raw: random(10) },
      { bytes: 1000 },
    )
  expect(await retention.run()).toEqual({ tests: 0, roleMail: 1 })
  expect((await store.roleMail.list()).map(({ id }) => id)).toEqual(['young'])
  await done()
})

test('limits that are whole again are forgotten a piece at a time, until none is left', async () => {
  const clock = testClock(THEN)
  const { store, done } = await testStore({ clock })
  const asked: number[] = []
  const left = [2000, 2000, 17]
  const retention = createRetention({
    store,
    clock,
    log: { info() {}, warn() {}, error() {} },
    historyLifetime: 395 * DAY,
    holder: { host: 'here', start: 'now' },
    counted: {
      async forget(limit) {
        asked.push(limit)
        return left.shift() ?? 0
      },
    },
  })
  await retention.run()
  expect(asked).toEqual([2000, 2000, 2000])
  await done()
})
