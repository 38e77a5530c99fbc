import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWriter } from '../../src/store/sqlite/connection.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { defineGoing } from '../../src/store/sqlite/readers/going.ts'
import { testClock } from '../support/clock.ts'
import { temporaryDirectory, testStore } from '../support/store.ts'
import { describeStore } from './contract.ts'
import { methodsOf, noting } from './explain/asked.ts'
import { EXCEPTIONS } from './explain/exceptions.ts'
import { looks, planner, triggerStatements } from './explain/plans.ts'
import { STATEMENTS } from './explain/recording.ts'

const noted = temporaryDirectory()
const file = join(noted.directory, 'statements.jsonl')
afterAll(noted.remove)

const asked = new Set<string>()
let methods: string[] = []

// Every method of the store is asked here, so that what is put together at its call is prepared too.
describeStore('sqlite, whose statements are noted', async () => {
  process.env[STATEMENTS] = file
  const clock = testClock()
  const workerUrl = new URL('./explain/recording-writer.ts', import.meta.url)
  const readerUrl = new URL('./explain/recording-reader.ts', import.meta.url)
  const opened = await testStore({ clock, workerUrl, readerUrl })
  methods = methodsOf(opened.store)
  return {
    ...opened,
    store: noting(opened.store, asked),
    now: () => clock.now(),
    pass: async (milliseconds) => clock.advance(milliseconds),
    async done() {
      await opened.done()
      delete process.env[STATEMENTS]
    },
  }
})

describe('how statements look for their rows', () => {
  const { driver } = openWriter(':memory:')
  migrate(driver, true)
  defineGoing(driver, { check: () => {} })
  const planOf = planner(driver)
  const statements = () => {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const all = [...lines.map((line): string => JSON.parse(line)), ...triggerStatements(driver)]
    return [...new Set(all.map((sql) => sql.replace(/\s+/g, ' ').trim()))]
  }

  test('all of them are looked at', () => {
    expect(statements().filter((sql) => planOf(sql) !== undefined).length).toBeGreaterThan(300)
  })

  test('the contract asks every method, so that what it puts together is among them', () => {
    // Their statements are prepared when the store is opened, or there are none.
    const known = ['messages.keepRendered', 'usage.queue', 'trouble', 'answers', 'close']
    expect(methods.filter((name) => !asked.has(name) && !known.includes(name))).toEqual([])
  })

  test('none reads a table that grows, and none sorts what may be any number of rows', () => {
    const found = statements().flatMap((sql) =>
      looks(planOf(sql) ?? [])
        .filter((step) => !EXCEPTIONS.some(({ in: these, step: one }) => these.test(sql) && one.test(step)))
        .map((step) => ({ sql, step })),
    )
    expect(found).toEqual([])
  })

  test('no exception is left of a statement that is gone', () => {
    const all = statements().flatMap((sql) => looks(planOf(sql) ?? []).map((step) => ({ sql, step })))
    const unused = EXCEPTIONS.filter(
      ({ in: these, step: one }) => !all.some(({ sql, step }) => these.test(sql) && one.test(step)),
    )
    expect(unused).toEqual([])
  })

  test('a statement that reads a table that grows is noticed, and so is a sort', () => {
    const seen = (sql: string) => looks(planOf(sql) ?? [])
    expect(seen('SELECT * FROM messages WHERE size = ?')).toEqual(['SCAN messages'])
    expect(seen('SELECT * FROM accounts AS a ORDER BY plan')).toEqual([
      'SCAN a',
      'USE TEMP B-TREE FOR ORDER BY',
    ])
    expect(seen('SELECT 1 FROM mail_tests WHERE token = ?')).toEqual([])
    expect(seen('SELECT * FROM leases')).toEqual([])
  })
})
