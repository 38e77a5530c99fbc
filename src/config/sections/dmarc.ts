import { isHostName } from '../addresses.ts'
import { choice, parsed } from '../kinds.ts'
import type { Section } from '../option.ts'

export const dmarc = {
  sentence: 'DMARC aggregate reports and TLS reports about the verified domains of accounts.',
  options: {
    host: parsed(
      {
        sentence:
          'The mail domain of the reports addresses. Its MX record points to this host, and *._report._dmarc below it says that reports about other domains may be sent there.',
        derived: 'smtp.domain',
        example: 'reports.example.com',
      },
      'a host name such as "reports.example.com"',
      (written: string) => (isHostName(written) ? written.toLowerCase() : undefined),
    ),
    requireAuthenticated: choice(
      {
        sentence:
          'What becomes of a report whose mail does not pass DMARC, so that anybody may have sent it. flag: it counts, and is marked; pages and the API can leave such reports out. reject: it is not stored.',
        default: 'flag',
      },
      ['flag', 'reject'],
    ),
  },
} as const satisfies Section
