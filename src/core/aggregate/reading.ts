import type { ReadComplaintMail } from '../complaints/complaint.ts'
import type { Envelope } from '../message.ts'
import type { ReadAttachment } from './file.ts'

/** A mail or file of strangers that is to be read. `envelope`: what was seen of who brought a mail. `byDkimAlone`: nobody is asked
 * about that, as of archived mail. `complaints`: it came to a complaints address, and is read as what comes there. */
export type ReportReading =
  | { kind: 'mail'; raw: Uint8Array; envelope?: Envelope; byDkimAlone?: boolean; complaints?: boolean }
  | { kind: 'file'; name: string; bytes: Uint8Array }

/** Whether the mail that brought a report passed DMARC. undecided: the DNS did not answer. */
export const AUTHENTICATIONS = ['passed', 'failed', 'undecided'] as const
export type Authentication = (typeof AUTHENTICATIONS)[number]

/** Everything that was in a mail or file. */
export interface ReadReports {
  attachments: ReadAttachment[]
  /** Of mail. `from`: the domain of From. */
  authentication?: { outcome: Authentication; from?: string; reason: string }
  /** Of mail to a complaints address, which has no attachments then. `provider`: who reports, where that is proved. */
  complaint?: ReadComplaintMail & { provider?: string }
}
