import { duration } from '../../kinds.ts'
import type { Section } from '../../option.ts'

/** Whole days, from one on. */
const days = (sentence: string, usual: string, max: string) =>
  duration({ sentence, default: usual }, { min: '1 day', max })

export const retention = {
  sentence:
    'How long the rest is kept. Tests, history and the audit log have options of their own: tests.lifetime, anonymous.lifetime, history.lifetime, people.audit_retention; records of DMARC reports have dmarc_lifetime of a plan.',
  options: {
    reportFiles: days(
      'Files with DMARC and TLS reports as they came, for new ones. Their records stay.',
      '395 days',
      '3650 days',
    ),
    rejectedReportFiles: days(
      'Files with reports that came to nothing: rejected ones, and duplicates. For new ones.',
      '30 days',
      '395 days',
    ),
    mailLog: days('Lines of the mail log. At most 10,000 are kept, whatever their age.', '7 days', '90 days'),
    roleMail: days('Mail to postmaster and abuse.', '30 days', '395 days'),
    events: days('Events that everybody has read who reads them.', '30 days', '395 days'),
  },
} as const satisfies Section
