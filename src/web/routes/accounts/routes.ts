import type { Route } from '../../router.ts'
import { accountRoutes } from './account.tsx'
import type { AccountRoutesDeps } from './deps.ts'
import { endRoutes } from './end.tsx'
import { invitationRoutes } from './invitations.tsx'
import { joinRoutes } from './join.tsx'
import { memberRoutes } from './members.tsx'
import { ownAccountRoutes } from './own-accounts.tsx'

/** Accounts, their people, and invitations to them. */
export function accountsRoutes(route: Route, deps: AccountRoutesDeps): void {
  memberRoutes(route, deps)
  invitationRoutes(route, deps)
  accountRoutes(route, deps)
  endRoutes(route, deps)
  ownAccountRoutes(route, deps)
  joinRoutes(route, deps)
}
