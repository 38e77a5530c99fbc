import { granted, refused } from '../../../src/core/refusal.ts'
import type { TlsPolicy } from '../../../src/core/tls-report.ts'
import type { KeptTlsReport, TlsReports, TlsSummary } from '../../../src/services/tls-reports/tls-reports.ts'
import { dayBefore } from '../dmarc/fake-dmarc.ts'
import { NOW } from '../fake-mail-tests.ts'

/** What a domain without TLS reports has. */
export const NOTHING: TlsSummary = {
  reports: 0,
  successes: 0,
  failures: 0,
  days: [],
  policies: [],
  failed: [],
  moreFailed: 0,
}

export function tlsPolicy(changes: Partial<TlsPolicy> = {}): TlsPolicy {
  return {
    type: 'sts',
    domain: 'example.org',
    hosts: ['*.mail.example.org'],
    lines: ['version: STSv1', 'mode: testing', 'mx: *.mail.example.org', 'max_age: 86400'],
    successes: 5326,
    failures: 303,
    details: [
      {
        type: 'certificate-expired',
        sendingIp: '2001:db8:abcd:12::1',
        receivingHost: 'mx1.mail.example.org',
        sessions: 100,
      },
      {
        type: 'starttls-not-supported',
        sendingIp: '192.0.2.9',
        receivingHost: 'mx2.mail.example.org',
        receivingIp: '203.0.113.56',
        sessions: 200,
        information: 'https://reports.company-x.example/report_info',
      },
      { type: 'validation-failure', sendingIp: '198.51.100.62', sessions: 3, reason: 'X509_V_ERR_PROXY' },
    ],
    ...changes,
  }
}

export function tlsReport(uid: string, changes: Partial<KeptTlsReport> = {}): KeptTlsReport {
  const begin = dayBefore(2) * 86_400
  const policies = [tlsPolicy()]
  return {
    uid,
    day: dayBefore(2),
    receivedAt: new Date(NOW.getTime() - 86_400_000),
    authenticated: true,
    fileId: `${uid}.0`,
    reporter: 'Company-X',
    successes: 5326,
    failures: 303,
    report: {
      orgName: 'Company-X',
      contact: 'sts-reporting@company-x.example',
      reportId: '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
      begin,
      end: begin + 86_399,
      policies,
      warnings: [],
      contentHash: 'a'.repeat(64),
    },
    ...changes,
  }
}

/** What reports of one day add up to. */
export function tlsSummary(changes: Partial<TlsSummary> = {}): TlsSummary {
  return {
    ...NOTHING,
    reports: 3,
    successes: 5326,
    failures: 303,
    latestReportAt: new Date(NOW.getTime() - 86_400_000),
    days: [
      { day: dayBefore(5), successes: 2000, failures: 3 },
      { day: dayBefore(2), successes: 3326, failures: 300 },
    ],
    policies: [
      { type: 'sts', reports: 2, successes: 5000, failures: 303 },
      { type: 'no-policy-found', reports: 1, successes: 326, failures: 0 },
    ],
    failed: [
      { type: 'starttls-not-supported', host: 'mx2.mail.example.org', sessions: 200, lastDay: dayBefore(2) },
      { type: 'certificate-expired', host: 'mx1.mail.example.org', sessions: 100, lastDay: dayBefore(2) },
      { type: 'validation-failure', host: '', sessions: 3, lastDay: dayBefore(2) },
    ],
    ...changes,
  }
}

interface HeldTls {
  summary?: TlsSummary
  reports?: readonly KeptTlsReport[]
  slow?: boolean
}

const notFound = refused({ kind: 'not_found', what: 'domain' })

/** TLS reports in memory: of domains by their ids. */
export function fakeTls(domains: Readonly<Record<string, HeldTls>>): TlsReports {
  const about = <T>(id: string, read: (held: HeldTls) => T | undefined) => {
    const held = domains[id]
    if (held?.slow) return refused({ kind: 'busy' })
    const found = held && read(held)
    return found === undefined ? notFound : granted(found)
  }
  return {
    summary: async (_, id) => about(id, ({ summary = NOTHING }) => summary),
    reports: async (_, id, _window, { limit, offset }) =>
      about(id, ({ reports = [] }) => ({
        total: reports.length,
        reports: reports.slice(offset, offset + limit),
      })),
    report: async (_, id, uid) => about(id, ({ reports = [] }) => reports.find((one) => one.uid === uid)),
    whole: async (_, id) => about(id, ({ reports = [] }) => ({ reports: [...reports] })),
  }
}
