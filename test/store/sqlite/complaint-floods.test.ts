import { describe, expect, test } from 'bun:test'
import { FEEDBACK_TYPES } from '../../../src/core/complaints/complaint.ts'
import { dayOf } from '../../../src/core/kept/day.ts'
import { COMPLAINT_BOUNDS, type NewComplaint } from '../../../src/store/complaints/complaints.ts'
import { complaintWrites } from '../../../src/store/sqlite/aggregates/complaints/writes.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../src/store/sqlite/migrations.ts'
import { THEN } from '../../support/builders.ts'

const DOMAIN = 'dom_1'

/** A database with one verified domain, and what settles complaints about it. */
function flooded() {
  const connection = openWriter(':memory:')
  const { driver } = connection
  migrate(driver, true)
  driver.exec(
    `INSERT INTO accounts (id, name, plan, created_at) VALUES ('acc', 'a', 'self-hosted', 0);
    INSERT INTO domains (id, account_id, domain, token, created_at, verified_at, watched_until)
      VALUES ('${DOMAIN}', 'acc', 'example.org', 't', 0, 1, 0)`,
  )
  const writes = complaintWrites(connection)
  const mail = driver.prepare(
    `INSERT INTO report_mails (id, account_id, domain_id, received_at, envelope, packing, raw, claimed_by, purpose)
      VALUES (?, 'acc', '${DOMAIN}', ${THEN.getTime()}, '{}', 'plain', x'00', 'h', 'complaints')`,
  )
  let n = 0
  return {
    driver,
    settle(complaint: Partial<NewComplaint>) {
      n += 1
      mail.run(`m${n}`)
      return writes.settle(
        { id: `m${n}`, holder: 'h', number: 0 },
        {
          kind: 'complaint',
          complaint: {
            ...{ type: 'abuse', incidents: 1, domains: ['example.org'] },
            fingerprints: [n.toString(16).padStart(32, '0')],
            ...complaint,
          },
        },
      )
    },
    rows: (table: string) => driver.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number,
    sum: (of: string) =>
      driver.prepare(`SELECT coalesce(sum(${of}), 0) FROM complaint_campaigns`).pluck().get(),
  }
}

/** How many one run counts: a million by hand. */
const MANY = Number(process.env['COMPLAINTS'] ?? 30_000)

describe(`${MANY} complaints about one domain on one day`, () => {
  test('from as many providers, about as many campaigns, are so many rows and no more, and none is lost', () => {
    const { driver, settle, rows, sum } = flooded()
    driver.exec('BEGIN')
    for (let n = 0; n < MANY; n += 1) {
      const named = {
        field: n % 2 === 0 ? 'feedback-id' : 'list-id',
        name: `campaign ${n} ${'x'.repeat(80)}`,
      } as const
      const type = FEEDBACK_TYPES[n % FEEDBACK_TYPES.length] ?? 'other'
      settle({ campaign: named, type, ...(n % 3 > 0 && { provider: `p${n}.example` }) })
    }
    driver.exec('COMMIT')
    expect(rows('report_mails')).toBe(0)
    expect(rows('complaint_days')).toBeLessThanOrEqual(
      (COMPLAINT_BOUNDS.providers + 2) * FEEDBACK_TYPES.length,
    )
    expect(rows('complaint_campaigns')).toBeLessThanOrEqual(2 * (COMPLAINT_BOUNDS.campaigns + 1))
    expect(rows('complaint_known')).toBeLessThanOrEqual(COMPLAINT_BOUNDS.known)
    const counted = driver.prepare('SELECT sum(reports) FROM complaint_days').pluck().get()
    expect(counted).toBe(MANY)
    const others = Math.ceil((MANY * 5) / FEEDBACK_TYPES.length)
    expect(Number(sum('complaints')) + Number(sum('others'))).toBeLessThanOrEqual(others)
    expect(Number(sum('complaints')) + Number(sum('others'))).toBeGreaterThan(others - 5)
    driver.close()
  }, 600_000)

  test('from so many senders leave a provider that is known its place', () => {
    const { driver, settle } = flooded()
    driver.exec('BEGIN')
    for (let n = 0; n < 100; n += 1) settle({ provider: `p${n}.example` })
    settle({ provider: 'yahoo' })
    driver.exec('COMMIT')
    const told = driver.prepare("SELECT reports FROM complaint_days WHERE provider = 'yahoo'").pluck().all()
    expect(told).toEqual([1])
  })

  test('a campaign that is named again and again is told apart among those that are named once', () => {
    const { driver, settle } = flooded()
    const heavy = { field: 'feedback-id', name: 'autumn' } as const
    driver.exec('BEGIN')
    for (let n = 0; n < 5000; n += 1) {
      settle({
        provider: 'yahoo',
        campaign: n % 10 === 9 && n > 1000 ? heavy : { ...heavy, name: `once ${n}` },
      })
    }
    driver.exec('COMMIT')
    const row = driver
      .prepare("SELECT complaints FROM complaint_campaigns WHERE campaign = 'autumn'")
      .pluck()
      .get()
    // What came before it was seen twice within the stay of a name may be lost.
    expect(row).toBeGreaterThan(300)
    expect(row).toBeLessThanOrEqual(400)
    driver.close()
  }, 60_000)

  test('what is behind the last of those that are known counts again', () => {
    const { driver, settle } = flooded()
    const first = { fingerprints: ['f'.repeat(32)] }
    expect([settle(first), settle(first)]).toEqual(['counted', 'duplicate'])
    driver.exec('BEGIN')
    for (let n = 0; n < COMPLAINT_BOUNDS.known - 1; n += 1) settle({})
    driver.exec('COMMIT')
    expect(settle(first)).toBe('duplicate')
    settle({})
    expect(settle(first)).toBe('counted')
    expect(driver.prepare('SELECT max(day) FROM complaint_days').pluck().get()).toBe(dayOf(THEN.getTime()))
    driver.close()
  }, 60_000)
})
