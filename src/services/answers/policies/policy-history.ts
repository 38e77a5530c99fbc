import type { Result } from '../../../core/refusal.ts'
import type { AggregateWindow } from '../../../store/aggregates.ts'
import type { FactReads } from '../../../store/dmarc/source-facts.ts'
import { aboutDomain } from '../../aggregates/about-domain.ts'
import type { DomainActor } from '../../domains/domains.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import { type PolicyLine, policyLines } from './spans.ts'

/** Which policies reports saw when, for those who may read a domain's reports. `not_found`: it is no domain of the account. `busy`: it took
 * too long. */
export interface PolicyHistory {
  of(actor: DomainActor, domainId: string, window: AggregateWindow): Promise<Result<PolicyLine[]>>
}

export interface PolicyHistoryDeps {
  facts: Pick<FactReads, 'policies'>
  domains: Pick<SenderDomains, 'byId'>
}

export function createPolicyHistory({ facts, domains }: PolicyHistoryDeps): PolicyHistory {
  const { within } = aboutDomain(domains)
  return {
    of: (actor, id, window) =>
      within(actor, id, window, async ({ domain }) => policyLines(await facts.policies(id, window), domain)),
  }
}
