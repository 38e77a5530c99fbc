import { isToken } from '../../core/mail-test.ts'
import { granted, type Refusal, refused } from '../../core/refusal.ts'
import type { ReportMailBounds } from '../../store/report-mail.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../ports.ts'
import type { Delivery, RecipientHandler } from './recipient.ts'
import { createReportRate } from './report-rate.ts'

const MB = 1024 * 1024

/** A day of reports for thousands of domains; one domain has room for a few of the largest mails. */
export const REPORT_MAIL_BOUNDS: ReportMailBounds = { waitingBytes: 256 * MB, waitingBytesPerDomain: 64 * MB }

/** Where reports addresses are, and what their mail is taken by. */
export interface ReportMailIntake {
  /** Their domain; it may be that of the test addresses. */
  host: string
  bounds: ReportMailBounds
  /** Called when mail waits. */
  waits(): void
}

interface ReportMailDeps {
  store: Pick<Store, 'reportMail'>
  clock: Clock
  reports?: ReportMailIntake
}

const REFUSALS = {
  unknown_domain: 'unknown_recipient',
  full: 'reports_full',
  no_space: 'out_of_space',
} as const

/** Mail to the reports addresses of domains: `<token>@`. An entry that is not verified takes it too, so that its owner sees what came. */
export function reportMail({ store, clock, reports }: ReportMailDeps): RecipientHandler<'reports'> {
  const rate = createReportRate(clock)

  function against(domainId: string, from: string): Refusal | undefined {
    const wait = rate.wait(domainId, from)
    return wait > 0 ? { kind: 'rate_limited', retryAfterSeconds: wait } : undefined
  }

  async function storeOne({
    id,
    envelope,
    raw,
    recipient,
  }: Delivery<'reports'>): Promise<Refusal | undefined> {
    const { domainId, from } = recipient
    const refusal = against(domainId, from)
    if (refusal || !reports) return refusal ?? { kind: 'unknown_recipient' }
    const answer = await store.reportMail.accept({ id, domainId, envelope, raw }, reports.bounds)
    if (answer !== 'stored') return { kind: REFUSALS[answer] }
    rate.count(domainId, from, raw.byteLength)
    reports.waits()
    return undefined
  }

  return {
    async find({ local, from }) {
      const address = reports && isToken(local) ? await store.reportMail.address(local) : undefined
      if (!address) return undefined
      const { domainId } = address
      const refusal = against(domainId, from)
      return refusal ? refused(refusal) : granted({ kind: 'reports', domainId, from })
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
