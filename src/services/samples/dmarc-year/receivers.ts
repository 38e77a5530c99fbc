import type { Override, OverrideReason } from '../../../core/aggregate/report.ts'

/** A receiver that reports, with its habits. */
export interface Receiver {
  orgName: string
  orgEmail: string
  extraContact?: string
  format: 'rfc7489' | 'rfc9990'
  generator?: string
  /** Of all messages. */
  share: number
  /** Seconds from midnight UTC at which its day begins. */
  begins: number
  /** The end is the second before the next report, as RFCs have it, or the same as its begin. */
  endsAtNext?: true
  reportId: 'number' | 'hex' | 'span'
  /** How it says that mail was passed on. Absent: it does not. */
  says?: Partial<Record<'forwarded' | 'mailing_list', OverrideReason>>
  /** Of its days without a report, and of reports that come days late. */
  missing: number
  late: number
  envelope: { from: boolean; to: boolean }
}

const arc = (type: Override): OverrideReason => ({ type, comment: 'arc=pass' })
const UTC = 0
const HOUR = 3_600

const BOTH = { from: true, to: true }
const FROM = { from: true, to: false }
const NEITHER = { from: false, to: false }

export const RECEIVERS: readonly Receiver[] = [
  {
    orgName: 'google.com',
    orgEmail: 'noreply-dmarc-support@google.com',
    extraContact: 'https://support.google.com/a/answer/2466580',
    format: 'rfc7489',
    share: 0.44,
    begins: UTC,
    reportId: 'number',
    says: { forwarded: arc('local_policy'), mailing_list: arc('local_policy') },
    missing: 0.002,
    late: 0,
    envelope: NEITHER,
  },
  {
    orgName: 'Outlook.com',
    orgEmail: 'dmarcreport@microsoft.com',
    format: 'rfc7489',
    share: 0.14,
    begins: UTC,
    endsAtNext: true,
    reportId: 'hex',
    missing: 0.01,
    late: 0.03,
    envelope: BOTH,
  },
  {
    orgName: 'Enterprise Outlook',
    orgEmail: 'dmarcreport@microsoft.com',
    format: 'rfc7489',
    share: 0.12,
    begins: UTC,
    endsAtNext: true,
    reportId: 'hex',
    missing: 0.01,
    late: 0.03,
    envelope: BOTH,
  },
  {
    orgName: 'Yahoo',
    orgEmail: 'dmarchelp@yahooinc.com',
    format: 'rfc7489',
    share: 0.1,
    begins: UTC,
    reportId: 'span',
    missing: 0.03,
    late: 0.01,
    envelope: NEITHER,
  },
  {
    orgName: 'GMX',
    orgEmail: 'noreply-dmarc@sicher.gmx.net',
    format: 'rfc7489',
    share: 0.07,
    begins: UTC,
    reportId: 'hex',
    says: { forwarded: { type: 'forwarded' }, mailing_list: { type: 'mailing_list' } },
    missing: 0.05,
    late: 0,
    envelope: NEITHER,
  },
  {
    orgName: 'Fastmail Pty Ltd',
    orgEmail: 'reports@fastmaildmarc.com',
    format: 'rfc9990',
    generator: 'Mail::DMARC 2.1',
    share: 0.05,
    begins: UTC,
    reportId: 'number',
    says: { forwarded: { type: 'trusted_forwarder' }, mailing_list: { type: 'mailing_list' } },
    missing: 0.08,
    late: 0.02,
    envelope: BOTH,
  },
  {
    orgName: 'Mail.Ru',
    orgEmail: 'dmarc_support@corp.mail.ru',
    extraContact: 'http://help.mail.ru/mail-help',
    format: 'rfc7489',
    share: 0.05,
    // Its day is Moscow's.
    begins: -3 * HOUR,
    reportId: 'span',
    missing: 0.1,
    late: 0,
    envelope: FROM,
  },
  {
    orgName: 'mail.receiver.example',
    orgEmail: 'postmaster@receiver.example',
    format: 'rfc7489',
    share: 0.03,
    begins: -10 * HOUR,
    reportId: 'span',
    missing: 0.3,
    late: 0.15,
    envelope: BOTH,
  },
]
