import { DMARC_ROUTES } from './dmarc/routes.ts'
import type { RouteDeclaration } from './route.ts'
import { ACCOUNT_ROUTES } from './routes/account.ts'
import { SHARED_ROUTES } from './routes/shared-tests.ts'
import { TEST_ROUTES } from './routes/tests.ts'

/** Every route of the API by its name, in the order the reference shows them. */
export const ROUTES = {
  ...TEST_ROUTES,
  ...SHARED_ROUTES,
  ...ACCOUNT_ROUTES,
  ...DMARC_ROUTES,
} as const satisfies Record<string, RouteDeclaration>

export type RouteName = keyof typeof ROUTES
