import { expect, test } from 'bun:test'
import { domainHealthReads } from '../../../src/store/sqlite/aggregates/domains/health.ts'
import { selectorRecorder } from '../../../src/store/sqlite/aggregates/domains/selectors.ts'
import { messageReads } from '../../../src/store/sqlite/aggregates/message-reads.ts'
import { createTurns } from '../../../src/store/sqlite/aggregates/queue/turns.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../src/store/sqlite/migrations.ts'
import { usageReads } from '../../../src/store/sqlite/test-reads/usage.ts'
import { createWrites } from '../../../src/store/sqlite/writes.ts'
import { parametersOf } from '../../support/sql-parameters.ts'

test('no step of the queue reads all messages, however many wait', () => {
  const connection = openWriter(':memory:')
  const { driver } = connection
  migrate(driver, true)
  const prepared: string[] = []
  const prepare = driver.prepare.bind(driver)
  driver.prepare = ((sql: string) => {
    prepared.push(sql)
    return prepare(sql)
  }) as typeof driver.prepare
  createWrites(connection)
  createTurns(connection.queries)
  const ofMessages = prepared.filter((sql) => /\bmessages\b/.test(sql))
  expect(ofMessages.length).toBeGreaterThan(15)
  for (const sql of ofMessages) {
    const plan = JSON.stringify(prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parametersOf(sql, null)))
    expect(plan, sql).not.toMatch(/SCAN messages|TEMP B-TREE/)
  }
})

test('what is shown of the queue is found without reading all messages', () => {
  const connection = openWriter(':memory:')
  const { driver } = connection
  migrate(driver, true)
  const plans: string[] = []
  const prepare = driver.prepare.bind(driver)
  driver.prepare = ((sql: string) => {
    if (/\bmessages\b/.test(sql))
      plans.push(JSON.stringify(prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parametersOf(sql, null))))
    return prepare(sql)
  }) as typeof driver.prepare
  usageReads(connection)
  expect(plans.length).toBe(7)
  for (const plan of plans) expect(plan).not.toMatch(/SCAN messages(?! USING INDEX messages_behind)/)
})

test('what other rules decided is looked for by the messages of a slice, not by all tests', () => {
  const connection = openWriter(':memory:')
  const { driver } = connection
  migrate(driver, true)
  const prepared: string[] = []
  const prepare = driver.prepare.bind(driver)
  driver.prepare = ((sql: string) => {
    prepared.push(sql)
    return prepare(sql)
  }) as typeof driver.prepare
  messageReads(connection.queries, () => 0)
  const sql = prepared.find((one) => one.includes('account_id" is null')) ?? ''
  const plan = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Array.from(sql.matchAll(/\?/g), () => 1)) as {
    detail: string
  }[]
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH messages USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    'SEARCH mail_tests USING INTEGER PRIMARY KEY (rowid=?)',
  ])
})

test('what is kept of domains is found by its account, its domain and when it is due', () => {
  const connection = openWriter(':memory:')
  const { driver } = connection
  migrate(driver, true)
  const prepared: string[] = []
  const prepare = driver.prepare.bind(driver)
  driver.prepare = ((sql: string) => {
    prepared.push(sql)
    return prepare(sql)
  }) as typeof driver.prepare
  domainHealthReads(connection.queries)
  selectorRecorder(connection)
  expect(prepared.length).toBeGreaterThan(5)
  for (const sql of prepared) {
    const plan = JSON.stringify(
      prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Array.from(sql.matchAll(/\?/g), () => 1)),
    )
    expect(plan, sql).not.toMatch(/SCAN/)
  }
})
