import { isComplaintsLocalPart } from '../../core/complaints/complaint.ts'
import { granted, type Refusal, refused } from '../../core/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../ports.ts'
import type { Delivery, RecipientHandler } from './recipient.ts'
import type { ReportMailIntake } from './report-mail.ts'
import { createReportRate } from './report-rate.ts'

interface ComplaintMailDeps {
  store: Pick<Store, 'complaints'>
  clock: Clock
  reports?: ReportMailIntake
}

/** A report for each complaint is many times what a report for each day is. */
const TIMES = 5

const REFUSALS = {
  unknown_domain: 'unknown_recipient',
  full: 'reports_full',
  no_space: 'out_of_space',
} as const

/** Mail to the complaints addresses of domains. One that is no longer verified takes it too: a provider that is refused ends its reports. */
export function complaintMail({ store, clock, reports }: ComplaintMailDeps): RecipientHandler<'complaints'> {
  const rate = createReportRate(clock, TIMES)

  function against(domainId: string, from: string): Refusal | undefined {
    const wait = rate.wait(domainId, from)
    return wait > 0 ? { kind: 'rate_limited', retryAfterSeconds: wait } : undefined
  }

  async function storeOne({
    id,
    envelope,
    raw,
    recipient: { domainId, from },
  }: Delivery<'complaints'>): Promise<Refusal | undefined> {
    const refusal = against(domainId, from)
    if (refusal || !reports) return refusal ?? { kind: 'unknown_recipient' }
    const answer = await store.complaints.accept({ id, domainId, envelope, raw }, reports.bounds)
    if (answer !== 'stored') return { kind: REFUSALS[answer] }
    rate.count(domainId, from, raw.byteLength)
    reports.waits()
    return undefined
  }

  return {
    async find({ local, from }) {
      const address =
        reports && isComplaintsLocalPart(local) ? await store.complaints.address(local) : undefined
      if (!address) return undefined
      const { domainId } = address
      const refusal = against(domainId, from)
      return refusal ? refused(refusal) : granted({ kind: 'complaints', domainId, from })
    },
    async store(deliveries) {
      for (const delivery of deliveries) {
        const refusal = await storeOne(delivery)
        if (refusal) return refusal
      }
      return undefined
    },
  }
}
