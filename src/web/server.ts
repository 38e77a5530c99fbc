import { Elysia } from 'elysia'
import type { WebDeps } from './deps.ts'
import { createRouter } from './router.tsx'
import { fileRoutes, unknownPath } from './routes/files.tsx'
import { homeRoutes } from './routes/home.tsx'
import { testRoutes } from './routes/test.tsx'
import { createSite } from './site.ts'

/** The web site: every path except /v1, whose routes and refusals stand beside it. */
export function createWeb(deps: WebDeps) {
  const site = createSite(deps)
  const route = createRouter(site, deps)
  const app = new Elysia({ name: 'web' })
  fileRoutes(app, route)
  homeRoutes(app, route, site, deps)
  testRoutes(app, route, site, deps)
  return app.all('/*', unknownPath(site), { parse: 'none' })
}
