import type { AdministrationDeps, WebDeps } from '../deps.ts'
import type { Route } from '../router.ts'
import { adminRoutes } from './admin/routes.tsx'
import { auditRoutes } from './audit/audit.tsx'
import { keyRoutes } from './keys/keys.tsx'
import { mailLogRoutes } from './mail-log/routes.tsx'

/** Keys, audit logs, and the instance for its administrators. */
export function administrationRoutes(
  route: Route,
  deps: AdministrationDeps & Pick<WebDeps, 'clock' | 'baseUrl' | 'people'>,
): void {
  keyRoutes(route, deps)
  auditRoutes(route, deps)
  mailLogRoutes(route, deps)
  const confirming = deps.people?.factors?.confirming
  adminRoutes(route, { ...deps, ...(confirming && { confirming }) })
}
