import { afterAll, describe, expect, test } from 'bun:test'
import type { TlsReport } from '../../../../src/core/tls-report.ts'
import type { NewTlsReport } from '../../../../src/store/tls-reports.ts'
import { later } from '../../../support/builders.ts'
import { postgresMissing, testPostgres } from '../../../support/postgres.ts'
import { FIRST_DAY } from '../../contract/aggregates/recipes.ts'
import { deleted, type Owner, owner } from './stage.ts'

const opened = postgresMissing === undefined ? await testPostgres() : undefined
const DAY = 86_400
const ALL = { from: FIRST_DAY - 10, to: FIRST_DAY + 100 }

afterAll(() => opened?.done())

function tls(
  { accountId, domainId }: Owner,
  changes: Partial<TlsReport>,
  authenticated = false,
): NewTlsReport {
  const report: TlsReport = {
    orgName: 'Sender',
    reportId: crypto.randomUUID(),
    begin: FIRST_DAY * DAY,
    end: (FIRST_DAY + 1) * DAY - 1,
    policies: [
      {
        type: 'sts',
        hosts: [],
        lines: [],
        successes: 5,
        failures: 3,
        details: [
          { type: 'certificate-expired', receivingHost: 'a.example', sessions: 2 },
          { type: 'validation-failure', receivingHost: 'b\0.example', sessions: 1 },
        ],
      },
    ],
    warnings: [],
    contentHash: crypto.randomUUID(),
    ...changes,
  }
  const [fileId, uid] = [crypto.randomUUID(), `dmr_${crypto.randomUUID()}`]
  return { report, accountId, domainId, fileId, uid, receivedAt: later(2), authenticated }
}

describe.skipIf(postgresMissing !== undefined)(
  `TLS reports and looks in two processes${postgresMissing ? `, ${postgresMissing}` : ''}`,
  () => {
    const given = () => {
      if (!opened) throw new Error('PostgreSQL is not installed.')
      return opened
    }
    const store = () => given().store

    test('the same TLS report counts once, and an authenticated one takes the place of others', async () => {
      const one = await owner(store())
      const other = await given().another()
      for (let round = 0; round < 15; round += 1) {
        const same = { reportId: `r${round}`, contentHash: `c${round}` }
        const kept = await Promise.all([
          store().tlsReports.put(tls(one, same)),
          other.tlsReports.put(tls(one, same)),
          other.tlsReports.put(tls(one, { reportId: `other ${round}` })),
        ])
        expect(kept.map(({ outcome }) => outcome).toSorted()).toEqual(['duplicate', 'stored', 'stored'])
        const real = tls(one, { reportId: `r${round}` }, true)
        const forged = tls(one, { reportId: `r${round}` })
        await Promise.all([store().tlsReports.put(real), other.tlsReports.put(forged)])
        expect((await other.tlsReports.report(one.domainId, real.uid))?.authenticated).toBe(true)
      }
      expect(await store().tlsReports.summary(one.domainId, ALL)).toMatchObject({
        reports: 30,
        successes: 150,
        failures: 90,
        policies: [{ type: 'sts', reports: 30 }],
        failed: [
          { type: 'certificate-expired', host: 'a.example', sessions: 60 },
          { type: 'validation-failure', host: 'b\uFFFD.example', sessions: 30 },
        ],
      })
      expect((await store().tlsReports.summary(one.domainId, { ...ALL, authenticated: true })).reports).toBe(
        15,
      )
    })

    test('of a domain that is deleted while TLS reports come nothing is left that nobody will delete', async () => {
      const other = await given().another()
      for (let round = 0; round < 10; round += 1) {
        const one = await owner(store())
        const puts = Array.from({ length: 6 }, (_, at) =>
          (at % 2 ? other : store()).tlsReports.put(tls(one, {})),
        )
        await Promise.all([deleted(other, one, one.domainId), ...puts])
        const [row] = await given().query<{ left: number; noted: number }>(
          `SELECT (SELECT count(*)::int4 FROM tls_reports WHERE domain_id = $1) AS left,
            (SELECT count(*)::int4 FROM report_domains_gone WHERE domain_id = $1) AS noted`,
          [one.domainId],
        )
        expect(row?.left === 0 || row?.noted === 1).toBe(true)
      }
    })

    test('of looks that end at once in two processes one is kept, with its events', async () => {
      const one = await owner(store())
      const other = await given().another()
      for (let round = 0; round < 10; round += 1) {
        const look = { state: '1', holds: '[]', at: later(round), mark: 'm' }
        const event = {
          type: 'dmarc.reports_missing' as const,
          subject: one.domainId,
          payload: { domain: one.domain, days: round, last: '2026-11-10' },
        }
        const all = await Promise.all(
          [store(), other, store(), other].map(({ watching }) =>
            watching.settle(one.domainId, round, look, [event, event]),
          ),
        )
        expect(all.toSorted()).toEqual(['outdated', 'outdated', 'outdated', 'settled'])
      }
      expect(await store().watching.told(one.domainId, 100)).toHaveLength(20)
      const events = await store().outbox.behind('nobody', 100_000)
      expect(events.filter(({ subject }) => subject === one.domainId)).toHaveLength(20 + 1)
    })
  },
)
