import { Elysia } from 'elysia'
import { refuse } from './answer.ts'
import type { Answers, RouteDeps } from './deps.ts'
import { domainRoutes } from './routes/domains.ts'
import { sharedRoutes } from './routes/shared-reports.ts'
import { testRoutes } from './routes/tests.ts'
import { whoamiRoutes } from './routes/whoami.ts'

/** Everything under /v1. `failed` is handed what a route threw, and answers for it. */
export function createApi(deps: RouteDeps, failed: (request: Request, cause: unknown) => Response): Answers {
  // Without this Elysia looks for the path only after the eleventh character, which is too far when the host is `mg`.
  return new Elysia({ name: 'api', strictPath: true, handler: { standardHostname: false } })
    .onError({ as: 'global' }, ({ code, error, request }) =>
      code === 'NOT_FOUND' ? refuse({ kind: 'not_found', what: 'page' }) : failed(request, error),
    )
    .use(testRoutes(deps))
    .use(sharedRoutes(deps))
    .use(whoamiRoutes(deps))
    .use(domainRoutes(deps))
}
