import type { Elysia } from 'elysia'
import type { Log } from '../services/ports.ts'
import { Broken, Turned } from './pages/plain.tsx'
import { page, UNLISTED } from './respond.ts'
import { isSameOrigin } from './same-origin.ts'
import type { Site } from './site.ts'

/** What a handler may know of a request. */
export interface Visit {
  request: Request
  params: Readonly<Record<string, string>>
  /** Lets a long answer live; absent where nothing listens (tests). */
  keepOpen?: () => void
}

export type Handler = (visit: Visit) => Response | Promise<Response>

/** What a path answers to. HEAD comes with GET; everything else is 405. */
export interface Verbs {
  get?: Handler
  post?: Handler
}

/** Registers paths with what holds on all of them: HEAD, 405, same origin for POST, a page instead of a stack trace. */
export type Router = (app: Elysia, path: string, verbs: Verbs) => Elysia

export function createRouter(site: Site, deps: { baseUrl: string; log: Log }): Router {
  const guarded =
    (path: string, handler: Handler): Handler =>
    async (visit) => {
      try {
        return await handler(visit)
      } catch (error) {
        // The pattern, never the address itself: that holds a token.
        deps.log.error({ route: path, error }, 'A page could not be made')
        return page(<Broken site={site} />, 500, UNLISTED)
      }
    }

  const sameOriginOnly =
    (handler: Handler): Handler =>
    (visit) =>
      isSameOrigin(visit.request, deps.baseUrl)
        ? handler(visit)
        : page(
            <Turned site={site} title="This form came from another site" says={FOREIGN_FORM} />,
            403,
            UNLISTED,
          )

  return (app, path, verbs) => {
    const get = verbs.get && guarded(path, verbs.get)
    const post = verbs.post && guarded(path, sameOriginOnly(verbs.post))
    if (get) {
      app.get(path, (context) => get(visitOf(context)))
      app.head(path, async (context) => withoutBody(await get(visitOf(context))))
    }
    // The forms have no fields: what a body says is not read.
    if (post) app.post(path, (context) => post(visitOf(context)), { parse: 'none' })
    const allow = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])].join(', ')
    return app.all(path, () => wrongMethod(site, allow), { parse: 'none' })
  }
}

const FOREIGN_FORM =
  'To keep other sites from acting in your name, forms are only taken from pages of this one.'

function wrongMethod(site: Site, allow: string): Response {
  const says = 'This address is there to be read. Go to it from the start page.'
  return page(<Turned site={site} title="That cannot be done here" says={says} />, 405, {
    ...UNLISTED,
    allow,
  })
}

interface ElysiaContext {
  request: Request
  params: unknown
  server: { timeout(request: Request, seconds: number): void } | null
}

function visitOf({ request, params, server }: ElysiaContext): Visit {
  return {
    request,
    params: params as Readonly<Record<string, string>>,
    ...(server && { keepOpen: () => server.timeout(request, 0) }),
  }
}

function withoutBody(response: Response): Response {
  // An event stream that nobody reads would stay open.
  response.body?.cancel().catch(() => undefined)
  return new Response(null, { status: response.status, headers: response.headers })
}
