import { expect, test } from 'bun:test'
import { openWriter } from '../../../../src/store/sqlite/connection.ts'
import { MIGRATIONS, migrate } from '../../../../src/store/sqlite/migrations.ts'
import { dice } from './scene.ts'

const COLUMNS =
  'domain, day, report, seq, ip, messages, bits, header_from, envelope_from, envelope_to, results'

test('records that an earlier version kept one by one are the same afterwards', () => {
  const { driver } = openWriter(':memory:')
  const before = MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE dmarc_pieces')),
  )
  migrate(driver, true, before)
  const random = dice(3)
  const addRecord = driver.prepare(
    `INSERT INTO dmarc_records (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addSlice = driver.prepare(
    'INSERT INTO dmarc_slices VALUES (?, ?, 1, ?, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)',
  )
  const addReport =
    driver.prepare(`INSERT INTO dmarc_reports (no, uid, account_id, key_hash, content_hash, file_id, pieces_in, records_in, pieces,
    day, begin_at, end_at, received_at, reporter, policy_domain, authenticated, head)
    VALUES (?, ?, 'a', ?, x'00', 'f', 1, ?, 1, ?, 0, 0, 1, 1, 1, 1, '{}')`)
  for (const [no, size] of [1, 2, 999, 1000, 1001, 2500, 40, 0].entries()) {
    addReport.run(no, `dmr_${no}`, Buffer.from([no]), size, 20_000 + no)
    const domains = new Set<number>()
    const isPlain = random.chance(0.5)
    for (let seq = 0; seq < size; seq += 1) {
      const [domain, day] = [1 + random.below(isPlain ? 1 : 3), 20_000 + no]
      domains.add(domain)
      const some = (most: number) => (isPlain ? 7 : random.below(most))
      const maybe = () => (isPlain || random.chance(0.5) ? null : random.below(3))
      addRecord.run(domain, day, no, seq, some(50), some(90), some(9), some(3), maybe(), maybe(), some(5))
    }
    for (const domain of domains) addSlice.run(domain, 20_000 + no, no)
  }
  const all = () =>
    driver.prepare(`SELECT ${COLUMNS} FROM dmarc_records ORDER BY domain, day, report, seq`).all()
  const were = all()
  migrate(driver, true)
  expect(all()).toEqual(were)
  const pieces = driver.prepare('SELECT max(records) FROM dmarc_pieces').pluck().get()
  expect(pieces).toBeLessThanOrEqual(1000)
  expect(driver.prepare('SELECT count(*) FROM dmarc_uncounted').pluck().get()).toBe(0)
  driver.close()
})
