import { createSourceMarks } from '../../services/answers/marks.ts'
import { createPolicyHistory } from '../../services/answers/policies/policy-history.ts'
import type { ReadinessAnswers } from '../../services/answers/ready.ts'
import { createStandings } from '../../services/answers/standings/standings.ts'
import type { SenderDomains } from '../../services/domains/sender-domains.ts'
import type { Shared } from '../parts.ts'

interface AnswersOver extends Pick<Shared, 'store' | 'clock' | 'limits'> {
  domains: SenderDomains
  readiness: ReadinessAnswers
}

/** What DMARC and TLS reports answer of domains, as pages show it. */
export function openAnswers({ store, clock, limits, domains, readiness }: AnswersOver) {
  const { aggregates, tlsReports } = store
  const standings = createStandings({ aggregates, tls: tlsReports, domains, clock, readiness })
  return {
    policies: createPolicyHistory({ facts: aggregates, domains }),
    standings,
    marks: createSourceMarks({ store, clock, limits, changed: standings.forget }),
    readiness,
  }
}
