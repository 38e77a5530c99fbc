import type { Domains } from '../../../services/domains/domains.ts'
import type { DmarcDeps, WebDeps } from '../../deps.ts'
import type { Route } from '../../router.ts'
import { complaintRoutes } from '../complaints/complaints.tsx'
import type { Gathering } from '../gathering.ts'
import { tlsRoutes } from '../tls/routes.tsx'
import { allDomainsRoutes } from './all-domains.tsx'
import { eventRoutes } from './events.tsx'
import { dmarcExportRoutes } from './exports.ts'
import { dmarcImportRoutes } from './import.tsx'
import { policyRoutes } from './policy.tsx'
import { dmarcRoutes } from './routes.ts'
import { sampleReportRoutes } from './sample.tsx'
import { sourceRoutes } from './source.tsx'

type AllDeps = Pick<
  WebDeps,
  'domains' | 'domainHealth' | 'checkWords' | 'clock' | 'log' | 'reportsSetUp' | 'evaluation'
> & {
  dmarc: DmarcDeps
  gathering: Gathering
}

/** Everything under `/domains/<id>/dmarc`, `/domains/<id>/tls` and `/domains/<id>/complaints`, as far as its services are there. */
export function allDmarcRoutes(route: Route, deps: AllDeps): void {
  const { domains, clock, log } = deps
  const { exports, standings } = deps.dmarc
  if (standings) allDomainsRoutes(route, standings)
  if (exports) dmarcExportRoutes(route, { clock, log, exports })
  if (!domains) return
  answerRoutes(route, { ...deps, domains })
  otherRoutes(route, { ...deps, domains })
}

type OfDomains = AllDeps & { domains: Domains }

/** What reports say of a domain, and what follows from it. */
function answerRoutes(route: Route, { domains, clock, log, dmarc }: OfDomains): void {
  const { aggregates, files, policies, readiness, answers, marks } = dmarc
  if (aggregates)
    dmarcRoutes(route, {
      domains,
      clock,
      aggregates,
      ...(files && { files }),
      ...(readiness && { readiness }),
      ...(answers && { answers }),
      ...(marks && { marks }),
    })
  if (answers && marks) sourceRoutes(route, { domains, clock, log, answers, marks })
  if (policies) policyRoutes(route, { domains, clock, policies })
  if (dmarc.complaints) complaintRoutes(route, { domains, clock, complaints: dmarc.complaints })
  if (dmarc.watch) eventRoutes(route, { domains, clock, watch: dmarc.watch })
}

function otherRoutes(route: Route, deps: OfDomains): void {
  const { domains, domainHealth, checkWords, clock, gathering, reportsSetUp, evaluation } = deps
  const { files, importing, tls } = deps.dmarc
  if (tls)
    tlsRoutes(route, {
      domains,
      clock,
      tls,
      checkWords,
      ...(domainHealth && { domainHealth }),
      ...(files && { files }),
      ...(reportsSetUp && { reportsSetUp }),
    })
  if (importing) dmarcImportRoutes(route, { domains, clock, importing, gathering })
  if (reportsSetUp && evaluation) sampleReportRoutes(route, { domains, reportsSetUp, ...evaluation })
}
