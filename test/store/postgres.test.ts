import { test } from 'bun:test'
import { testClock } from '../support/clock.ts'
import { postgresMissing, testPostgres } from '../support/postgres.ts'
import { describeStore } from './contract.ts'

if (postgresMissing) test.skip(`the store contract on postgres, ${postgresMissing}`, () => {})
else {
  describeStore('postgres', async () => {
    const clock = testClock()
    const opened = await testPostgres({ clock })
    return { ...opened, now: () => clock.now(), pass: async (milliseconds) => clock.advance(milliseconds) }
  })
}
