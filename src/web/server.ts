import { Elysia } from 'elysia'
import { StoreAway } from '../core/trouble/store-away.ts'
import { AWAY_WORDS } from '../core/trouble/store-away-words.ts'
import { DAMAGED_WORDS, StoreDamaged } from '../core/trouble/store-damaged.ts'
import type { WebDeps } from './deps.ts'
import { stackOf } from './fault.ts'
import { brokenPage, refusedPage } from './pages/plain.tsx'
import { createRouter } from './router.ts'
import { accountsRoutes } from './routes/accounts/routes.ts'
import { administrationRoutes } from './routes/administration.ts'
import { alertRoutes } from './routes/alerts/routes.tsx'
import { bounceRoutes } from './routes/bounce.tsx'
import { checklistRoutes } from './routes/checklist/routes.tsx'
import { compareReportsRoutes } from './routes/compare/of-account.tsx'
import { compareMessagesRoutes } from './routes/compare/of-test.tsx'
import { allDmarcRoutes } from './routes/dmarc/all.ts'
import { docsRoutes } from './routes/docs.tsx'
import { domainRoutes } from './routes/domains/routes.ts'
import { fileRoutes } from './routes/files.ts'
import { createGathering } from './routes/gathering.ts'
import { historyRoutes } from './routes/history/routes.tsx'
import { homeRoutes } from './routes/home.tsx'
import { inspectionRoutes } from './routes/inspection.tsx'
import { badgeRoutes } from './routes/monitors/badge.ts'
import { monitorRoutes } from './routes/monitors/routes.ts'
import { peopleRoutes } from './routes/people/routes.ts'
import { testRoutes } from './routes/test.tsx'
import { testsRoutes } from './routes/tests/routes.tsx'
import { unsubscribeRoutes } from './routes/tests/unsubscribe.tsx'
import { createUploading } from './routes/upload.ts'
import { createSite } from './site.ts'

/** The web site: answers every path that is not the API's. `table`: what its routes need. */
export function createWeb(deps: WebDeps) {
  const site = createSite(deps)
  // The path is looked for right after `http://`: a host may be as short as `mg`.
  const app = new Elysia({ name: 'web', handler: { standardHostname: false } })
  const { route, table, lost } = createRouter(app, site, deps)
  app.onError(({ error, route: pattern }) => {
    if (error instanceof StoreDamaged)
      return refusedPage(site, 503, { title: 'The database is damaged', says: DAMAGED_WORDS })
    if (error instanceof StoreAway)
      return refusedPage(site, 503, { title: 'The database does not answer', says: AWAY_WORDS })
    // The route's pattern, never the address itself: that holds a token.
    deps.log.error({ route: pattern, stack: stackOf(error) }, 'A page met a bug')
    return brokenPage(site)
  })
  fileRoutes(route)
  const gathering = createGathering(deps)
  const uploading = createUploading(deps, gathering)
  homeRoutes(route, deps, uploading)
  docsRoutes(route, deps)
  inspectionRoutes(route, deps)
  bounceRoutes(route, deps, gathering)
  testRoutes(route, deps)
  if (deps.accountTests) testsRoutes(route, { ...deps, accountTests: deps.accountTests, uploading })
  if (deps.unsubscribing) unsubscribeRoutes(route, { ...deps, unsubscribing: deps.unsubscribing })
  compareMessagesRoutes(route, deps)
  if (deps.accountTests) compareReportsRoutes(route, { ...deps, accountTests: deps.accountTests })
  if (deps.people) peopleRoutes(route, deps.people)
  if (deps.administration) administrationRoutes(route, { ...deps, ...deps.administration })
  if (deps.people?.accounts)
    accountsRoutes(route, { ...deps.people.accounts, sessions: deps.people.sessions })
  if (deps.history) historyRoutes(route, { ...deps, history: deps.history })
  if (deps.domains) domainRoutes(route, { ...deps, domains: deps.domains })
  if (deps.dmarc) allDmarcRoutes(route, { ...deps, dmarc: deps.dmarc, gathering })
  if (deps.monitors) monitorRoutes(route, { ...deps, monitors: deps.monitors })
  if (deps.badges) badgeRoutes(route, { badges: deps.badges })
  if (deps.destinations) alertRoutes(route, { ...deps, destinations: deps.destinations })
  if (deps.doctor) checklistRoutes(route, { doctor: deps.doctor })
  return Object.assign(
    app.all('/*', ({ request }) => lost(request), { parse: 'none' }),
    { table },
  )
}
