import { expect, test } from 'bun:test'
import { aggregateQueries } from '../../../../src/store/sqlite/aggregates/dmarc/reads/queries.ts'
import { openWriter } from '../../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../../src/store/sqlite/migrations.ts'
import { defineGoing } from '../../../../src/store/sqlite/readers/going.ts'

const BIG = 2n ** 62n
const DAYS = [20_000, 20_001] as const

test('sums beyond what a number holds are the nearest one, and no query fails of them', () => {
  const { driver } = openWriter(':memory:')
  migrate(driver, true)
  defineGoing(driver, { check: () => {} })
  const insert = (table: string, row: Record<string, unknown>) =>
    driver
      .prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`)
      .run(Object.values(row))
  /** A row in which every other column is 0. */
  const filled = (table: string, row: Record<string, unknown>) => {
    const columns = driver.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all() as string[]
    insert(table, { ...Object.fromEntries(columns.map((name) => [name, 0])), ...row })
  }
  insert('dmarc_domains', { no: 1, domain_id: 'one', account_id: 'a', domain: 'example.org' })
  insert('dmarc_texts', { no: 1, text: 'example.org', uses: 1 })
  insert('dmarc_ips', { no: 1, ip: '9.9.9.9', uses: 1 })
  filled('dmarc_seen', { domain: 1, ip: 1, first_day: DAYS[0], last_day: DAYS[1] })
  filled('dmarc_reporters', { domain: 1, reporter: 1, name: 1 })
  for (const day of DAYS) {
    const counted = { domain: 1, day, messages: BIG, pass: BIG }
    filled('dmarc_days', { ...counted, reports: 1 })
    filled('dmarc_day_sources', { ...counted, ip: 1, header_from: 1 })
    filled('dmarc_day_reporters', { ...counted, reporter: 1 })
  }
  const queries = aggregateQueries({ driver })
  const window = { from: DAYS[0], to: DAYS[1] }
  const whole = 2 * Number(BIG)
  expect(queries.summary('one', window)).toMatchObject({ messages: whole, pass: whole })
  for (const groupBy of ['ip', 'organization', 'header_from', 'reporter'] as const) {
    const query = { groupBy, sort: 'messages', limit: 10, offset: 0 } as const
    expect(queries.sources('one', window, query)).toMatchObject({
      messages: whole,
      sources: [{ messages: whole }],
    })
  }
  driver.close()
})
