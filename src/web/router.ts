import type { Elysia } from 'elysia'
import { refusedPage } from './pages/plain.tsx'
import { isSameOrigin } from './same-origin.ts'
import type { Site } from './site.ts'
import { type Viewer, viewerOf } from './viewer.ts'

/** What a handler may know of a request. */
export interface Visit {
  request: Request
  params: Readonly<Record<string, string>>
  viewer: Viewer
}

export type Handler = (visit: Visit) => Response | Promise<Response>

/** What a path answers to; everything else is 405. HEAD arrives here as GET. */
export interface Verbs {
  get?: Handler
  post?: Handler
}

/** Registers a path with what holds on all of them. */
export type Router = (app: Elysia, path: string, verbs: Verbs) => void

export function createRouter(site: Site, baseUrl: string): Router {
  return (app, path, { get, post }) => {
    const visit = (request: Request, params: Visit['params'] = {}): Visit => ({
      request,
      params,
      viewer: viewerOf(params),
    })
    if (get) app.get(path, ({ request, params }) => get(visit(request, params)))
    if (post) {
      const own: Handler = (posted) =>
        isSameOrigin(posted.request, baseUrl) ? post(posted) : crossSiteForm(site)
      // A handler reads the body itself, where its form has fields.
      app.post(path, ({ request, params }) => own(visit(request, params)), { parse: 'none' })
    }
    const allow = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])].join(', ')
    app.all(path, () => wrongMethod(site, allow), { parse: 'none' })
  }
}

function crossSiteForm(site: Site): Response {
  return refusedPage(site, 403, {
    title: 'This form came from another site',
    says: 'To keep other sites from acting in your name, forms are taken only from pages of this one. Go to the start page and try again there.',
  })
}

function wrongMethod(site: Site, allow: string): Response {
  const words = {
    title: 'That cannot be done here',
    says: 'This address does not accept what was sent to it.',
  }
  return refusedPage(site, 405, words, { allow })
}
