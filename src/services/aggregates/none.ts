import { DISPOSITIONS, type Disposition, OVERRIDES, type Override } from '../../core/aggregate/report.ts'
import { granted, refused } from '../../core/refusal.ts'
import type { AggregateSummary } from '../../store/aggregates.ts'
import type { SenderDomains } from '../domains/sender-domains.ts'
import type { Aggregates } from './aggregates.ts'

const NOTHING: AggregateSummary = {
  reports: 0,
  reporters: 0,
  sources: 0,
  unauthenticated: 0,
  longRange: 0,
  messages: 0,
  pass: 0,
  dkimAligned: 0,
  spfAligned: 0,
  dkimAuthenticated: 0,
  spfAuthenticated: 0,
  dispositions: zerosOf<Disposition>(DISPOSITIONS),
  overrides: zerosOf<Override>(OVERRIDES),
  days: [],
}

function zerosOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}

const noDomain = refused({ kind: 'not_found', what: 'domain' })

/** What is said where no reports are kept. */
export function withoutReports(domains: SenderDomains): Pick<Aggregates, 'summary' | 'reports' | 'sources'> {
  const domainOf = ({ accountId }: { accountId: string }, id: string) => domains.byId(accountId, id)
  return {
    async summary(actor, id) {
      const domain = await domainOf(actor, id)
      return domain ? granted({ ...NOTHING, domain: domain.domain }) : noDomain
    },
    reports: async (actor, id) =>
      (await domainOf(actor, id)) ? granted({ total: 0, reports: [] }) : noDomain,
    sources: async (actor, id) =>
      (await domainOf(actor, id)) ? granted({ total: 0, messages: 0, sources: [] }) : noDomain,
  }
}
