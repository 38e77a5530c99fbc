import { expect, test } from 'bun:test'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../src/core/mail-test.ts'
import type { TlsReport } from '../../../src/core/tls-report.ts'
import { createExports, type ExportFormat } from '../../../src/services/aggregates/export/exports.ts'
import { createReportRetention } from '../../../src/services/aggregates/keeping/report-retention.ts'
import { createAggregates } from '../../../src/services/aggregates/read-aggregates.ts'
import { createSenderDomains } from '../../../src/services/domains/sender-domains.ts'
import { tlsReportPages } from '../../../src/services/people/export/report-pages.ts'
import { createTlsReports } from '../../../src/services/tls-reports/tls-reports.ts'
import { QueryTooLong } from '../../../src/store/aggregates.ts'
import { account, later, plan, random, THEN } from '../../support/builders.ts'
import { testClock } from '../../support/clock.ts'
import { readCsv } from '../../support/csv.ts'
import { entry as said } from '../../support/people.ts'
import { testStore } from '../../support/store.ts'

const DAY = 86_400
const TODAY = Math.floor(THEN.getTime() / 1000 / DAY)
const ALL = { from: TODAY - 300, to: TODAY }
const HOSTILE = '=cmd|"x"!A1, \r\n\u202e<script>'
const log = { info: () => {}, warn: () => {}, error: () => {} }

const report = (day: number, changes: Partial<TlsReport> = {}): TlsReport => ({
  orgName: HOSTILE,
  reportId: crypto.randomUUID(),
  begin: day * DAY,
  end: (day + 1) * DAY - 1,
  policies: [
    {
      type: 'sts',
      hosts: ['*.example.org'],
      lines: ['version: STSv1', 'mode: enforce'],
      successes: 90,
      failures: 10,
      details: [
        { type: 'certificate-expired', receivingHost: 'mx.example.org', sessions: 7, reason: HOSTILE },
        { type: 'starttls-not-supported', sendingIp: '192.0.2.1', sessions: 1 },
      ],
    },
  ],
  warnings: [],
  contentHash: crypto.randomUUID(),
  ...changes,
})

async function setting(days: readonly number[], planName = 'any') {
  const { store, done } = await testStore()
  const own = account({ plan: planName })
  await store.accounts.create(own)
  const about = { accountId: own.id, target: 'example.org' }
  const entry = newEntry({
    id: crypto.randomUUID(),
    accountId: own.id,
    domain: 'example.org',
    token: tokenFrom(random),
    createdAt: THEN,
  })
  await store.domains.add(entry, { verified: 9, unverified: 9 }, said('domain.added', about))
  const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
  await store.domains.looked(entry.id, { state: 'found', at: later(1) }, { verified: 9, later: 0, entries })
  for (const day of days) {
    await store.tlsReports.put({
      report: report(day),
      accountId: own.id,
      domainId: entry.id,
      fileId: crypto.randomUUID(),
      uid: `dmr_${crypto.randomUUID()}`,
      receivedAt: later(2),
      authenticated: true,
    })
  }
  const domains = createSenderDomains(store)
  const tlsReports = createTlsReports({ store, domains })
  const exports = createExports({ aggregates: createAggregates({ store, domains }), tlsReports, domains })
  const actor = { kind: 'operator', accountId: own.id } as const
  const textOf = async (format: ExportFormat) => {
    const file = await exports.tls(actor, entry.id, ALL, format)
    if (!file.ok) throw new Error(file.refusal.kind)
    let text = ''
    for await (const part of file.value.parts) text += part
    return { text, name: file.value.name }
  }
  return { store, done, id: entry.id, domains, tlsReports, actor, textOf }
}

test('only who may read the domain gets what reports say of it', async () => {
  const { done, tlsReports, actor, id, domains } = await setting([TODAY - 1])
  const summary = await tlsReports.summary(actor, id, ALL)
  expect(summary).toMatchObject({ ok: true, value: { reports: 1, successes: 90, failures: 10 } })
  const stranger = { kind: 'operator', accountId: crypto.randomUUID() } as const
  const gone = { ok: false, refusal: { kind: 'not_found', what: 'domain' } }
  expect(await tlsReports.summary(stranger, id, ALL)).toMatchObject(gone)
  expect(await tlsReports.whole(stranger, id, ALL, { limit: 5 })).toMatchObject(gone)
  expect(await tlsReports.report(actor, id, 'dmr_none')).toMatchObject(gone)
  const long = { from: TODAY - 400, to: TODAY }
  expect(await tlsReports.summary(actor, id, long)).toMatchObject({ refusal: { kind: 'bad_request' } })
  const slow = async () => {
    throw new QueryTooLong('It took too long.')
  }
  const store = { tlsReports: { summary: slow, reports: slow, report: slow, whole: slow } }
  const slowly = createTlsReports({ store, domains })
  expect(await slowly.summary(actor, id, ALL)).toMatchObject({ refusal: { kind: 'busy' } })
  await done()
})

test('CSV has the columns of parsedmarc, adds up, and runs nothing in a spreadsheet', async () => {
  const { done, textOf } = await setting(Array.from({ length: 25 }, (_, at) => TODAY - 1 - at))
  const { text, name } = await textOf('csv')
  expect(name).toMatch(/^tls-example\.org-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const [headings = [], ...rows] = readCsv(text)
  expect(headings.join(',')).toBe(
    'organization_name,begin_date,end_date,report_id,result_type,successful_session_count,failed_session_count,policy_domain,policy_type,policy_strings,mx_host_patterns,sending_mta_ip,receiving_ip,receiving_mx_hostname,receiving_mx_helo,additional_info_uri,failure_reason_code',
  )
  expect(rows).toHaveLength(25 * 3)
  for (const row of rows) expect(row).toHaveLength(headings.length)
  const sum = (column: string) =>
    rows.reduce((all, row) => all + Number(row[headings.indexOf(column)] || 0), 0)
  expect(sum('successful_session_count')).toBe(25 * 90)
  expect(sum('failed_session_count')).toBe(25 * 10)
  const cells = rows.flat()
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  expect(rows[1]).toMatchObject({ 0: `'${HOSTILE}`, 4: 'certificate-expired', 6: '7', 13: 'mx.example.org' })
  await done()
})

test('JSON is an array of reports, also of none', async () => {
  const { done, textOf } = await setting([TODAY - 2, TODAY - 1])
  const all = JSON.parse((await textOf('json')).text)
  expect(all).toHaveLength(2)
  expect(all[0]).toMatchObject({
    organization_name: HOSTILE,
    policies: [
      {
        policy_type: 'sts',
        successful_session_count: 90,
        failed_session_count: 10,
        failure_details: [{ result_type: 'certificate-expired', failed_session_count: 7 }, {}],
      },
    ],
  })
  await done()
  const none = await setting([])
  expect(JSON.parse((await none.textOf('json')).text)).toEqual([])
  await none.done()
})

test('reports go with the time that the plan keeps them; the export of the account has the rest', async () => {
  const { done, store, tlsReports, actor, id } = await setting(
    [TODAY - 40, TODAY - 31, TODAY - 30, TODAY - 1],
    'short',
  )
  const retention = createReportRetention({
    store,
    clock: testClock(THEN),
    log,
    planOf: () => plan({ dmarcDays: 30 }),
    holder: { host: 'here', start: 'now' },
  })
  expect(await retention.run()).toBe(2)
  expect(await tlsReports.summary(actor, id, ALL)).toMatchObject({ value: { reports: 2, failures: 20 } })
  const facts: object[] = []
  for await (const page of tlsReportPages(store, id)) facts.push(...page)
  expect(facts).toHaveLength(2)
  expect(facts[0]).toMatchObject({ org_name: HOSTILE, begin: expect.any(Date), policies: [{ type: 'sts' }] })
  await done()
})
