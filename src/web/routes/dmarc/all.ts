import type { DmarcDeps, WebDeps } from '../../deps.ts'
import type { Route } from '../../router.ts'
import type { Gathering } from '../gathering.ts'
import { tlsRoutes } from '../tls/routes.tsx'
import { allDomainsRoutes } from './all-domains.tsx'
import { dmarcExportRoutes } from './exports.ts'
import { dmarcImportRoutes } from './import.tsx'
import { policyRoutes } from './policy.tsx'
import { dmarcRoutes } from './routes.ts'
import { sampleReportRoutes } from './sample.tsx'

type AllDeps = Pick<
  WebDeps,
  'domains' | 'domainHealth' | 'checkWords' | 'clock' | 'log' | 'reportsSetUp' | 'evaluation'
> & {
  dmarc: DmarcDeps
  gathering: Gathering
}

/** Everything under `/domains/<id>/dmarc` and `/domains/<id>/tls`, as far as its services are there. */
export function allDmarcRoutes(route: Route, deps: AllDeps): void {
  const { domains, domainHealth, checkWords, clock, log, gathering, reportsSetUp, evaluation } = deps
  const { aggregates, files, exports, importing, tls, standings, policies, readiness } = deps.dmarc
  if (standings) allDomainsRoutes(route, standings)
  if (exports) dmarcExportRoutes(route, { clock, log, exports })
  if (!domains) return
  if (aggregates)
    dmarcRoutes(route, {
      domains,
      clock,
      aggregates,
      ...(files && { files }),
      ...(readiness && { readiness }),
    })
  if (policies) policyRoutes(route, { domains, clock, policies })
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
