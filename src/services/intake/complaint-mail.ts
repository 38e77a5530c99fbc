import { isComplaintsLocalPart } from '../../core/complaints/complaint.ts'
import type { Store } from '../../store/store.ts'
import { createLimits, type Limits } from '../access/limits.ts'
import type { Clock } from '../ports.ts'
import { mailOfDomains, type ReportMailIntake } from './mail-of-domains.ts'
import type { RecipientHandler } from './recipient.ts'
import { createReportRate } from './report-rate.ts'

interface ComplaintMailDeps {
  store: Pick<Store, 'complaints'>
  clock: Clock
  /** Absent: this process counts alone. */
  limits?: Limits
  reports?: ReportMailIntake
}

/** A report for each complaint is many times what a report for each day is. */
const TIMES = 5

/** Mail to the complaints addresses of domains. One that is no longer verified takes it too: a provider that is refused ends its reports. */
export function complaintMail(deps: ComplaintMailDeps): RecipientHandler<'complaints'> {
  const { store, clock, reports, limits = createLimits(clock) } = deps
  return mailOfDomains({
    kind: 'complaints',
    reports,
    rate: createReportRate(limits, 'complaint-mail', TIMES),
    find: async (local) => (isComplaintsLocalPart(local) ? store.complaints.address(local) : undefined),
    accept: store.complaints.accept,
  })
}
