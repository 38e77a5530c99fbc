import { isToken } from '../../core/mail-test.ts'
import type { ReportMailBounds } from '../../store/report-mail.ts'
import type { Store } from '../../store/store.ts'
import { createLimits, type Limits } from '../access/limits.ts'
import type { Clock } from '../ports.ts'
import { mailOfDomains, type ReportMailIntake } from './mail-of-domains.ts'
import type { RecipientHandler } from './recipient.ts'
import { createReportRate } from './report-rate.ts'

const MB = 1024 * 1024

/** A day of reports for thousands of domains; one domain has room for a few of the largest mails. */
export const REPORT_MAIL_BOUNDS: ReportMailBounds = { waitingBytes: 256 * MB, waitingBytesPerDomain: 64 * MB }

interface ReportMailDeps {
  store: Pick<Store, 'reportMail'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  reports?: ReportMailIntake
}

/** Mail to the reports addresses of domains: `<token>@`. An entry that is not verified takes it too, so that its owner sees what came. */
export function reportMail(deps: ReportMailDeps): RecipientHandler<'reports'> {
  const { store, clock, reports, limits = createLimits(clock) } = deps
  return mailOfDomains({
    kind: 'reports',
    reports,
    rate: createReportRate(limits, 'report-mail'),
    find: async (local) => (isToken(local) ? store.reportMail.address(local) : undefined),
    accept: store.reportMail.accept,
  })
}
