import { expect, test } from 'bun:test'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { recordHistoryReads } from '../../../src/store/sqlite/aggregates/watching/record-history.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../src/store/sqlite/migrations.ts'
import { createWrites } from '../../../src/store/sqlite/writes.ts'
import { account, later, THEN } from '../../support/builders.ts'
import { entry as said } from '../../support/people.ts'
import { parametersOf } from '../../support/sql-parameters.ts'

test('no statement of looks at records reads those of all owners', () => {
  const connection = openWriter(':memory:')
  const { driver } = connection
  migrate(driver, true)
  const prepared = new Set<string>()
  const prepare = driver.prepare.bind(driver)
  driver.prepare = ((sql: string) => {
    prepared.add(sql)
    return prepare(sql)
  }) as typeof driver.prepare
  const [writes, one] = [createWrites(connection), account()]
  writes.accounts.create(one)
  const domain = newEntry({ id: '1', accountId: one.id, domain: 'a.example', token: 't', createdAt: THEN })
  writes.domains.add(domain, { verified: 5, unverified: 5 }, said('domain.added'))
  const entries = { verified: said('domain.verified'), unverified: said('domain.unverified') }
  writes.domains.looked('1', { state: 'found', at: later(1) }, { verified: 5, later: 0, entries })
  recordHistoryReads(connection).current({ domainId: '1' })
  const statements = [...prepared].filter((sql) => /\brecord_(?:looks|versions)\b/.test(sql))
  expect(statements.length).toBeGreaterThan(10)
  for (const sql of statements) {
    const plan = JSON.stringify(prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parametersOf(sql, 1)))
    expect(plan, sql).not.toMatch(/SCAN (?:record_looks|record_versions|l|v|d|domains|monitors|outbox)\b/)
    if (/due_at <= /.test(sql)) expect(plan, sql).not.toContain('TEMP B-TREE')
  }
})
