import { granted, type Refusal, refused } from '../../core/refusal.ts'
import type { NewReportMail, ReportMailBounds } from '../../store/report-mail.ts'
import { orRefunded } from './counted.ts'
import type { Delivery, RecipientHandler, RecipientOf } from './recipient.ts'
import type { ReportRate } from './report-rate.ts'

/** Where reports addresses are, and what their mail is taken by. */
export interface ReportMailIntake {
  /** Their domain; it may be that of the test addresses. */
  host: string
  bounds: ReportMailBounds
  /** Called when mail waits. */
  waits(): void
}

interface MailOfDomains<Kind extends 'reports' | 'complaints'> {
  kind: Kind
  /** Absent: no such mail is taken. */
  reports: ReportMailIntake | undefined
  rate: ReportRate
  /** Whose the local part is. */
  find(local: string): Promise<{ domainId: string } | undefined>
  accept(
    mail: NewReportMail,
    bounds: ReportMailBounds,
  ): Promise<'stored' | 'full' | 'no_space' | 'unknown_domain'>
}

const REFUSALS = {
  unknown_domain: 'unknown_recipient',
  full: 'reports_full',
  no_space: 'out_of_space',
} as const

const tooManyNow = (wait: number): Refusal | undefined =>
  wait > 0 ? { kind: 'rate_limited', retryAfterSeconds: wait } : undefined

/** Takes mail to an address of a domain, within the rate that its senders have. */
export function mailOfDomains<Kind extends 'reports' | 'complaints'>({
  kind,
  reports,
  rate,
  find,
  accept,
}: MailOfDomains<Kind>): RecipientHandler<Kind> {
  async function storeOne({ id, envelope, raw, recipient }: Delivery<Kind>): Promise<Refusal | undefined> {
    const { domainId, from }: RecipientOf<'reports' | 'complaints'> = recipient
    if (!reports) return { kind: 'unknown_recipient' }
    const tooMany = tooManyNow(await rate.take(domainId, from, raw.byteLength))
    if (tooMany) return tooMany
    const answer = await orRefunded(
      () => accept({ id, domainId, envelope, raw }, reports.bounds),
      () => rate.refund(domainId, from, raw.byteLength),
    )
    if (answer !== 'stored') return { kind: REFUSALS[answer] }
    reports.waits()
    return undefined
  }

  return {
    async find({ local, from }) {
      const address = reports ? await find(local) : undefined
      if (!address) return undefined
      const { domainId } = address
      const refusal = tooManyNow(await rate.wait(domainId, from))
      return refusal ? refused(refusal) : granted({ kind, domainId, from } as RecipientOf<Kind>)
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
