import { dayOfReport, rangeRefusal } from '../../core/aggregate/report.ts'
import { reportUidFrom } from '../../core/aggregate/report-uid.ts'
import type { TlsReport } from '../../core/tls-report.ts'
import type { DomainStore } from '../../store/domains.ts'
import type { FileOutcome, ReportMailStore } from '../../store/report-mail.ts'
import type { TlsReportStore } from '../../store/tls-reports.ts'
import { mayComeTo } from '../aggregates/owner.ts'
import type { Clock, RandomBytes } from '../ports.ts'

/** How a TLS report came. */
export interface TlsReceived {
  accountId: string
  /** The verified domain that it came to, or that it is imported for. */
  domainId: string
  domain: string
  fileId: string
  receivedAt: Date
  authenticated: boolean
  /** Days for which records of the account are kept. Absent: without end. */
  keptDays?: number
  /** An admin takes it in place of the one that has its key. */
  instead?: boolean
}

type Settled = Pick<FileOutcome, 'outcome' | 'reason' | 'detail' | 'uid'>

export interface TlsKeepingDeps {
  store: {
    tlsReports: Pick<TlsReportStore, 'put'>
    reportMail: Pick<ReportMailStore, 'changeOutcome'>
    domains: Pick<DomainStore, 'byName'>
  }
  clock: Clock
  random: RandomBytes
}

const DAY_SECONDS = 86_400

/** Stores a TLS report. */
export type TlsKeeping = (report: TlsReport, of: TlsReceived) => Promise<Settled>

/** Stores TLS reports of mails and imports, by the rules of aggregate reports. */
export function createTlsKeeping({ store, clock, random }: TlsKeepingDeps): TlsKeeping {
  return async (report, of) => {
    const foreign = await foreignOf(store.domains, report, of)
    const refusal = foreign ?? refusalOf(report, of, clock.now().getTime() / 1000)
    if (refusal) return { outcome: 'rejected', ...refusal }
    const { domain: _name, keptDays: _kept, ...received } = of
    const kept = await store.tlsReports.put({
      report,
      uid: reportUidFrom(random, of.receivedAt),
      ...received,
    })
    if (kept.outcome === 'stored' && kept.replacedFile !== undefined) {
      await store.reportMail.changeOutcome(kept.replacedFile, { outcome: 'replaced', uid: kept.uid })
    }
    return kept.outcome === 'rejected'
      ? { outcome: 'rejected', reason: kept.reason }
      : { outcome: kept.outcome, uid: kept.uid }
  }
}

/** That it is about a domain whose reports do not come there. */
async function foreignOf(
  domains: Pick<DomainStore, 'byName'>,
  { policies }: TlsReport,
  of: TlsReceived,
): Promise<Pick<Settled, 'reason' | 'detail'> | undefined> {
  for (const name of new Set(policies.map((policy) => policy.domain ?? of.domain))) {
    if (await mayComeTo(domains, of, name)) continue
    const detail = `It is about ${name.slice(0, 100)}, and came to the reports address of ${of.domain}.`
    return { reason: 'domain_mismatch', detail }
  }
  return undefined
}

function refusalOf(
  report: TlsReport,
  { keptDays }: TlsReceived,
  now: number,
): Pick<Settled, 'reason' | 'detail'> | undefined {
  const isPast = keptDays !== undefined && dayOfReport(report) < Math.floor(now / DAY_SECONDS) - keptDays
  return rangeRefusal(report, now) ?? (isPast ? { reason: 'past_retention' } : undefined)
}
