import { expect, test } from 'bun:test'
import { createRetention } from '../../src/services/retention.ts'
import { DAY, later, mailTest, random, THEN } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { envelope } from '../support/envelope.ts'
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
