import type { Config } from '../../config/config.ts'
import { KNOWN_LOOPS } from '../../mail/complaints/providers.ts'
import { type Complaints, createComplaints } from '../../services/complaints/complaints.ts'
import type { SenderDomains } from '../../services/domains/sender-domains.ts'
import type { Shared } from '../parts.ts'

/** What recipients complain about, as pages and commands tell it. */
export function openComplaints(
  config: Pick<Config, 'dmarc'>,
  { store, clock, domains }: Pick<Shared, 'store' | 'clock'> & { domains: Pick<SenderDomains, 'byId'> },
): Complaints {
  return createComplaints({ store, clock, domains, known: KNOWN_LOOPS, host: config.dmarc.host })
}
