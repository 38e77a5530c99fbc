import type { Config } from '../../config/config.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import { knownSenderBy } from '../../mail/reading/senders/known-senders.ts'
import { createLooked, type Looked } from '../../services/answers/looked.ts'
import type { ReadinessAnswers } from '../../services/answers/ready.ts'
import type { SourceAnswers } from '../../services/answers/source-answers.ts'
import { createSourceAnswers } from '../../services/answers/sources/create-source-answers.ts'
import type { KnownSenders } from '../../services/answers/sources/outside.ts'
import { createSourceReading, type SourceReading } from '../../services/answers/sources/reading.ts'
import type { SenderDomains } from '../../services/domains/sender-domains.ts'
import type { Demo } from '../demo/demo.ts'
import type { Shared } from '../parts.ts'
import { openReadinessAnswers } from './open-readiness.ts'
import { openSpfNaming, ownRecordsResolver } from './open-spf-naming.ts'
import { sourceInquiries } from './source-inquiries.ts'

/** The services that are known, by their names. A rented host says where it is only, which a signature or an include never is. */
export const KNOWN: KnownSenders = {
  byHost: (ptr) => knownSenderBy({ ptr }),
  byInclude: (spfInclude) => unlessRented(knownSenderBy({ spfInclude })),
  byDomain: (domain, kind) =>
    unlessRented(knownSenderBy(kind === 'dkim' ? { dkimDomain: domain } : { bounceDomain: domain })),
}

const unlessRented = (sender: ReturnType<typeof knownSenderBy>) => (sender?.rented ? undefined : sender)

export interface OpenSources {
  reading: SourceReading
  answers: SourceAnswers
  readiness: ReadinessAnswers
  /** What pages asked for, to be worked out before somebody asks again. */
  looked: Looked
}

/** Who sends as a domain, and whether it is ready for a stricter policy: read by services, and answered to those who may know it. */
export function openSources(
  config: Config,
  shared: Pick<Shared, 'store' | 'clock'> & Partial<Pick<Shared, 'meters'>> & { domains: SenderDomains },
  demo: Pick<Demo, 'zone'> | undefined,
): OpenSources {
  const { store, clock, domains } = shared
  const inquiries = sourceInquiries(ownRecordsResolver(config, shared, demo), clock)
  const spf = openSpfNaming(config, shared, demo)
  const looked = createLooked(clock)
  const reading = createSourceReading({ store, clock, spf, organisationOf, senders: KNOWN, looked })
  return {
    reading,
    looked,
    answers: createSourceAnswers({ store, domains, reading, inquiries }),
    readiness: openReadinessAnswers(config, { ...shared, reading, looked }, demo),
  }
}
