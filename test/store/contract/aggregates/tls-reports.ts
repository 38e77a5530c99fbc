import { expect, test } from 'bun:test'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import type { TlsPolicy, TlsReport } from '../../../../src/core/tls-report.ts'
import type { NewTlsReport } from '../../../../src/store/tls-reports.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import { chance } from '../../../support/chance.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const DAY = 86_400
const FIRST = Date.UTC(2026, 4, 1) / 86_400_000
const ALL = { from: FIRST, to: FIRST + 400 }

const policy = (changes: Partial<TlsPolicy> = {}): TlsPolicy => ({
  type: 'sts',
  hosts: ['mx.example.org'],
  lines: ['version: STSv1'],
  successes: 5,
  failures: 0,
  details: [],
  ...changes,
})

const report = (changes: Partial<TlsReport> = {}): TlsReport => ({
  orgName: 'Example Inc.',
  reportId: crypto.randomUUID(),
  begin: FIRST * DAY,
  end: (FIRST + 1) * DAY - 1,
  policies: [policy()],
  warnings: [],
  contentHash: crypto.randomUUID(),
  ...changes,
})

export function tlsReportContract(store: TheStore): void {
  const reports = () => store().tlsReports

  async function verified(accountId: string, domain: string) {
    const id = crypto.randomUUID()
    const about = { accountId, target: domain }
    const one = newEntry({ id, accountId, domain, token: tokenFrom(random), createdAt: THEN })
    await store().domains.add(one, { verified: 10, unverified: 10 }, said('domain.added', about))
    const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
    await store().domains.looked(id, { state: 'found', at: later(1) }, { verified: 10, later: 0, entries })
    return one
  }

  async function setting() {
    const one = account()
    await store().accounts.create(one)
    const domain = `${crypto.randomUUID()}.example.org`
    const { id } = await verified(one.id, domain)
    const given = (told: TlsReport, changes: Partial<NewTlsReport> = {}): NewTlsReport => ({
      report: told,
      accountId: one.id,
      domainId: id,
      fileId: crypto.randomUUID(),
      uid: `dmr_${crypto.randomUUID()}`,
      receivedAt: later(2),
      authenticated: true,
      ...changes,
    })
    return { accountId: one.id, domain, id, given }
  }

  test('a report counts by day, kind of policy, kind of failure and host', async () => {
    const { id, domain, given } = await setting()
    const details = [
      { type: 'certificate-expired', receivingHost: 'mx1.example.org', sessions: 2 },
      { type: 'certificate-expired', receivingHost: 'mx1.example.org', sessions: 1 },
      { type: 'starttls-not-supported', sessions: 4 },
    ]
    const told = report({
      policies: [policy({ domain, failures: 7, details }), policy({ type: 'tlsa', domain, successes: 1 })],
    })
    const kept = await reports().put(given(told))
    expect(kept.outcome).toBe('stored')
    expect(await reports().summary(id, ALL)).toEqual({
      reports: 1,
      successes: 6,
      failures: 7,
      latestReportAt: later(2),
      days: [{ day: FIRST, successes: 6, failures: 7 }],
      policies: [
        { type: 'sts', reports: 1, successes: 5, failures: 7 },
        { type: 'tlsa', reports: 1, successes: 1, failures: 0 },
      ],
      failed: [
        { type: 'starttls-not-supported', host: '', sessions: 4, lastDay: FIRST },
        { type: 'certificate-expired', host: 'mx1.example.org', sessions: 3, lastDay: FIRST },
      ],
      moreFailed: 0,
    })
    const [listed] = (await reports().reports(id, ALL, { limit: 10, offset: 0 })).reports
    const whole = await reports().report(id, listed?.uid ?? '')
    expect(whole).toMatchObject({ reporter: 'Example Inc.', successes: 6, failures: 7, authenticated: true })
    expect(whole?.report.policies).toEqual(told.policies)
    expect(await reports().report(crypto.randomUUID(), listed?.uid ?? '')).toBeUndefined()
  })

  test('each policy is of the closest verified domain; one that no verified domain covers is nobody’s', async () => {
    const { accountId, id, domain, given } = await setting()
    const below = await verified(accountId, `mail.${domain}`)
    const told = report({
      policies: [
        policy({ domain: `mx.mail.${domain}` }),
        policy({ domain, successes: 1 }),
        policy({ successes: 2 }),
      ],
    })
    await reports().put(given(told))
    expect((await reports().summary(below.id, ALL)).successes).toBe(5)
    expect((await reports().summary(id, ALL)).successes).toBe(1 + 2)
    const foreign = report({ policies: [policy({ domain: 'example.net' })] })
    expect(await reports().put(given(foreign))).toEqual({ outcome: 'rejected', reason: 'domain_mismatch' })
  })

  test('the same again is a duplicate, another of its key a conflict, and trust decides', async () => {
    const { id, given } = await setting()
    const told = report()
    const first = given(told, { authenticated: false })
    expect((await reports().put(first)).outcome).toBe('stored')
    expect((await reports().put(first)).outcome).toBe('stored')
    expect((await reports().put(given(told, { authenticated: false }))).outcome).toBe('duplicate')
    const other = { ...told, contentHash: 'other', policies: [policy({ successes: 9 })] }
    expect((await reports().put(given(other, { authenticated: false }))).outcome).toBe('conflict')
    expect((await reports().summary(id, ALL)).successes).toBe(5)
    expect(await reports().put(given(other))).toMatchObject({ outcome: 'stored', replacedFile: first.fileId })
    expect((await reports().summary(id, ALL)).successes).toBe(9)
    expect((await reports().put(given(told, { authenticated: false }))).outcome).toBe('conflict')
    expect((await reports().put(given(told, { instead: true }))).outcome).toBe('stored')
    expect((await reports().summary(id, ALL)).successes).toBe(5)
    expect((await reports().summary(id, { ...ALL, authenticated: false })).reports).toBe(0)
  })

  test('counts equal a recount of the reports, whatever comes and goes', async () => {
    const { accountId, id, given } = await setting()
    const next = chance(20_260_501)
    const upTo = (most: number) => Math.floor(next() * most)
    for (let at = 0; at < 60; at += 1) {
      const day = FIRST + upTo(20)
      const details = Array.from({ length: upTo(4) }, () => ({
        type: ['validation-failure', 'certificate-expired'][upTo(2)] ?? '',
        receivingHost: `mx${upTo(3)}.example.org`,
        sessions: upTo(5),
      }))
      const told = report({
        reportId: `r${upTo(15)}`,
        begin: day * DAY,
        end: (day + 1) * DAY - 1,
        policies: [
          policy({ type: ['sts', 'tlsa'][upTo(2)] ?? '', successes: upTo(9), failures: upTo(9), details }),
        ],
      })
      await reports().put(given(told, { authenticated: upTo(2) === 0, instead: upTo(4) === 0 }))
      if (at % 20 === 19) await reports().deleteBefore(accountId, FIRST + upTo(6), 100)
    }
    const { reports: all } = await reports().whole(id, ALL, { limit: 1000 })
    const summary = await reports().summary(id, ALL)
    const policies = all.flatMap((one) => one.report.policies)
    const sum = (pick: (one: TlsPolicy) => number) => policies.reduce((total, one) => total + pick(one), 0)
    expect(all.length).toBeGreaterThan(10)
    expect(summary.reports).toBe(all.length)
    expect(summary.successes).toBe(sum(({ successes }) => successes))
    expect(summary.failures).toBe(sum(({ failures }) => failures))
    const details = policies.flatMap((one) => one.details)
    expect(summary.failed.reduce((total, { sessions }) => total + sessions, 0)).toBe(
      details.reduce((total, { sessions }) => total + sessions, 0),
    )
  })

  test('are read behind a place, and go with their time', async () => {
    const { accountId, id, given } = await setting()
    for (let at = 0; at < 5; at += 1) {
      const day = FIRST + at
      await reports().put(given(report({ begin: day * DAY, end: day * DAY + 60 })))
    }
    const first = await reports().whole(id, ALL, { limit: 3 })
    const rest = await reports().whole(id, ALL, { limit: 3, ...(first.next && { after: first.next }) })
    expect([...first.reports, ...rest.reports].map(({ day }) => day - FIRST)).toEqual([0, 1, 2, 3, 4])
    expect(rest.next).toBeUndefined()
    expect(await reports().deleteBefore(accountId, FIRST + 2, 100)).toBe(2)
    expect((await reports().summary(id, ALL)).days.map(({ day }) => day - FIRST)).toEqual([2, 3, 4])
  })

  test('go with their domain, piece by piece', async () => {
    const { accountId, id, given } = await setting()
    const details = [{ type: 'certificate-expired', receivingHost: 'mx.example.org', sessions: 1 }]
    for (let at = 0; at < 3; at += 1) {
      const day = FIRST + at
      const told = report({
        begin: day * DAY,
        end: day * DAY + 60,
        policies: [policy({ failures: 1, details })],
      })
      await reports().put(given(told))
    }
    const tidied = async () => {
      for (let rows = 0; ; ) {
        const gone = await store().reportMail.tidy(later(3), 2)
        expect(gone).toBeLessThanOrEqual(2)
        if (gone === 0) return rows
        rows += gone
      }
    }
    await tidied()
    await store().domains.delete(accountId, id, said('domain.deleted', { accountId }))
    expect((await reports().reports(id, ALL, { limit: 10, offset: 0 })).total).toBe(0)
    // Three reports, what they count for twice, and that the domain is gone.
    expect(await tidied()).toBe(3 + 3 + 3 + 1)
    expect((await reports().put(given(report()))).outcome).toBe('rejected')
  })
}
