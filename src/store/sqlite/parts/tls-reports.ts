import { once } from '../../../core/making/once.ts'
import type { TlsReportStore, TlsSummary } from '../../tls-reports.ts'
import type { TlsQueries } from '../aggregates/tls-reports/reads.ts'
import type { Connection } from '../connection.ts'
import type { Readers } from '../readers/readers.ts'
import type { WriterClient } from '../writer-client.ts'

const NOTHING: TlsSummary = {
  reports: 0,
  successes: 0,
  failures: 0,
  days: [],
  policies: [],
  failed: [],
  moreFailed: 0,
}

/** TLS reports: asked of threads that read, account by account, where there are any. */
export function tlsReportParts(
  { driver }: Pick<Connection, 'driver'>,
  write: WriterClient['write'],
  readers: Readers,
): TlsReportStore {
  const entry = once(() => driver.prepare('SELECT account_id, domain FROM domains WHERE id = ?').raw())
  const any = once(() => driver.prepare('SELECT 1 FROM tls_reports WHERE domain_id = ? LIMIT 1').pluck())
  const entryOf = (domainId: string) => entry().get(domainId) as [account: string, domain: string] | undefined

  /** Of a domain without reports nothing has to be looked for, so that no thread is begun where none ever came. */
  function ask<N extends keyof TlsQueries>(
    name: N,
    ...args: Parameters<TlsQueries[N]>
  ): Promise<ReturnType<TlsQueries[N]>> | undefined {
    const [account] = any().get(args[0]) === undefined ? [] : (entryOf(args[0]) ?? [])
    if (account === undefined) return undefined
    return readers.ask(account, name, args) as Promise<ReturnType<TlsQueries[N]>>
  }

  return {
    summary: async (...args) => ask('tls.summary', ...args) ?? NOTHING,
    reports: async (...args) => ask('tls.reports', ...args) ?? { total: 0, reports: [] },
    report: async (...args) => ask('tls.report', ...args),
    whole: async (...args) => ask('tls.whole', ...args) ?? { reports: [] },
    async put(report) {
      const [, domain] = entryOf(report.domainId) ?? []
      if (domain === undefined) return { outcome: 'rejected', reason: 'domain_mismatch' }
      return write('tlsReports.put', report, domain)
    },
    deleteBefore: (accountId, day, limit) => write('tlsReports.deleteBefore', accountId, day, limit),
  }
}
