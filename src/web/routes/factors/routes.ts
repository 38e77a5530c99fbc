import type { FactorDeps, PeopleDeps } from '../../deps.ts'
import type { Route } from '../../router.ts'
import { openIdRoutes } from './openid.tsx'
import { passkeySignInRoutes } from './passkey-sign-in.tsx'
import { passkeyRoutes } from './passkeys.tsx'
import { twoFactorRoutes } from './two-factor.tsx'

/** Second factors, passkeys and the OpenID provider. */
export function factorRoutes(route: Route, people: PeopleDeps, factors: FactorDeps): void {
  twoFactorRoutes(route, factors)
  passkeyRoutes(route, factors)
  passkeySignInRoutes(route, people, factors)
  openIdRoutes(route, people, factors)
}
