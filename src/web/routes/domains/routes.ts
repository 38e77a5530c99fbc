import { DOMAIN_LINKS } from '../../links/domains.ts'
import type { Route } from '../../router.ts'
import { by } from '../../router.ts'
import { changeHandlers } from './change.tsx'
import type { DomainPagesDeps } from './deps.ts'
import { domainHandler } from './domain.tsx'
import { addHandler, listHandler } from './list.tsx'
import { recordsHandler } from './records.tsx'

/** `/domains`: the domains of the account; below it each of them. */
export function domainRoutes(route: Route, deps: DomainPagesDeps): void {
  const { verify, look, checkReports, askToDelete, remove } = changeHandlers(deps)
  route(DOMAIN_LINKS.domains, {
    get: by('domains.read', listHandler(deps)),
    post: by('domains.change', addHandler(deps)),
  })
  route('/domains/:domain', { get: by('domains.read', domainHandler(deps)) })
  if (deps.records)
    route('/domains/:domain/records', { get: by('domains.read', recordsHandler(deps, deps.records)) })
  route('/domains/:domain/verify', { post: by('domains.change', verify) })
  route('/domains/:domain/look', { post: by('domains.change', look) })
  route('/domains/:domain/reports-set-up', { post: by('domains.change', checkReports) })
  route('/domains/:domain/delete', {
    get: by('domains.change', askToDelete),
    post: by('domains.change', remove),
  })
}
