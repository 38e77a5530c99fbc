import { Elysia } from 'elysia'
import type { WebDeps } from './deps.ts'
import { stackOf } from './fault.ts'
import { brokenPage, noSuchPage } from './pages/plain.tsx'
import { createRouter } from './router.ts'
import { docsRoutes } from './routes/docs.tsx'
import { fileRoutes } from './routes/files.ts'
import { homeRoutes } from './routes/home.tsx'
import { inspectionRoutes } from './routes/inspection.tsx'
import { testRoutes } from './routes/test.tsx'
import { createSite } from './site.ts'

/** The web site: answers every path that is not the API's. */
export function createWeb(deps: WebDeps) {
  const site = createSite(deps)
  const route = createRouter(site, deps.baseUrl)
  // The path is looked for right after `http://`: a host may be as short as `mg`.
  const app = new Elysia({ name: 'web', handler: { standardHostname: false } })
  app.onError(({ error, route: pattern }) => {
    // The route's pattern, never the address itself: that holds a token.
    deps.log.error({ route: pattern, stack: stackOf(error) }, 'A page met a bug')
    return brokenPage(site)
  })
  fileRoutes(app, route)
  homeRoutes(app, route, site, deps)
  docsRoutes(app, route, site, deps)
  inspectionRoutes(app, route, site, deps)
  testRoutes(app, route, site, deps)
  return app.all('/*', () => noSuchPage(site), { parse: 'none' })
}
