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
    asn: choice(
      {
        sentence:
          'Whether the network of an address without a confirmed name is looked up. cymru: by the DNS, in the zone asn.cymru.com, which tells the address to the servers of Team Cymru. off: nobody is asked.',
        default: 'off',
      },
      ['off', 'cymru'],
    ),
  },
} as const satisfies Section
