import { expect, test } from 'bun:test'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { rowOf } from '../../../src/store/sqlite/aggregates/domains/rows.ts'
import { recordHistoryReads } from '../../../src/store/sqlite/aggregates/watching/record-history.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { MIGRATIONS, migrate } from '../../../src/store/sqlite/migrations.ts'
import { domains } from '../../../src/store/sqlite/schema/domains.ts'
import { account, THEN } from '../../support/builders.ts'

const HOUR = 3_600_000

test('domains that were verified before are looked at over the hours after an upgrade, and no others', () => {
  const connection = openWriter(':memory:')
  const { driver, queries } = connection
  const before = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE record_looks'))
  migrate(driver, true, MIGRATIONS.slice(0, before))
  const one = account()
  // By the columns of then: the table has got more since.
  driver
    .prepare('INSERT INTO accounts (id, name, plan, created_at) VALUES (?, ?, ?, ?)')
    .run(one.id, one.name, one.plan, THEN.getTime())
  for (let at = 0; at < 60; at += 1) {
    const entry = newEntry({
      id: `d${at}`,
      accountId: one.id,
      domain: `d${at}.example`,
      token: `t${at}`,
      createdAt: THEN,
    })
    const isVerified = at < 50
    queries
      .insert(domains)
      .values(rowOf(isVerified ? { ...entry, verifiedAt: THEN } : entry))
      .run()
  }
  const began = Date.now()
  migrate(driver, true)
  const reads = recordHistoryReads(connection)
  const due = (after: number) =>
    reads.due(new Date(began + after), 'domains', { limit: 1_000, leave: [] }).length
  expect(due(5 * HOUR)).toBe(50)
  expect(due(2 * HOUR)).toBeGreaterThan(5)
  expect(due(2 * HOUR)).toBeLessThan(45)
})
