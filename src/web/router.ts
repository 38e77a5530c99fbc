import type { Elysia } from 'elysia'
import type { TokenActor } from '../services/access/actor.ts'
import type { SignedIn } from '../services/people/sessions.ts'
import type { WebDeps } from './deps.ts'
import { admit, holderIn, type Needs, type Visit, type VisitFor } from './frame/needs.ts'
import { noSuchPage, refusedPage } from './pages/plain.tsx'
import { isSameOrigin } from './same-origin.ts'
import type { Site } from './site.ts'

export type { Visit, VisitFor } from './frame/needs.ts'

type Answer = Response | Promise<Response>

export type Handler<N extends Needs = 'anybody'> = (visit: VisitFor<N>) => Answer

/** A handler, and what whoever asks must be. */
interface Verb {
  needs: Needs
  handler: Handler<never>
  tokenIn(params: Visit['params']): TokenActor | undefined
}

/** Whoever is what `needs` says gets to the handler. `tokenIn`: where the path holds the token otherwise than as `:token`. */
export function by<N extends Needs>(needs: N, handler: Handler<N>, tokenIn = holderIn): Verb {
  // `admit` hands over what `needs` stands for.
  return { needs, handler: handler as Handler<never>, tokenIn }
}

/** What a path answers to; everything else is 405. HEAD arrives here as GET. */
export interface Verbs {
  get?: Verb
  post?: Verb
}

/** Registers a path with what holds on all of them, in this order: the method, the origin of a form, who asks. */
export type Route = (path: string, verbs: Verbs) => void

/** A path with what it asks of whom: the table that the tests of access are made of. */
export interface RouteEntry {
  method: 'GET' | 'POST'
  path: string
  needs: Needs
}

export interface Router {
  route: Route
  table: RouteEntry[]
  /** Answers what is at no path. */
  lost(request: Request): Promise<Response>
}

export function createRouter(app: Elysia, site: Site, deps: WebDeps): Router {
  const table: RouteEntry[] = []
  const sessions = deps.people?.sessions

  /** The visit, of whoever is signed in as the header shows them. */
  const visitOf = async (verb: Verb, request: Request, params: Visit['params'], signedIn?: SignedIn) => {
    const person = signedIn?.session.stage === 'whole' ? signedIn : undefined
    const holder = verb.tokenIn(params)
    const seen = person && {
      ...person,
      accounts: (await sessions?.accountsOf(person.person.id)) ?? [],
      path: new URL(request.url).pathname,
      ways: site.ways,
    }
    return {
      request,
      params,
      client: deps.clientOf(request),
      site: seen ? { ...site, visitor: seen } : site,
      viewer: {
        ...(holder && { holder }),
        ...(person && { person }),
        ...(signedIn && !person && { halfway: signedIn }),
      },
    } satisfies Visit
  }

  const ask = async (verb: Verb, request: Request, params: Visit['params'] = {}): Promise<Response> => {
    const signedIn = verb.needs === 'file' ? undefined : await sessions?.find(request.headers.get('cookie'))
    const visit = await visitOf(verb, request, params, signedIn)
    const admitted = await admit(verb.needs, visit, deps.mailTests.accountOf)
    return admitted instanceof Response ? admitted : verb.handler(admitted as never)
  }

  const route: Route = (path, { get, post }) => {
    if (get) {
      table.push({ method: 'GET', path, needs: get.needs })
      app.get(path, ({ request, params }) => ask(get, request, params))
    }
    if (post) {
      table.push({ method: 'POST', path, needs: post.needs })
      // A handler reads the body itself, where its form has fields.
      app.post(
        path,
        ({ request, params }) =>
          isSameOrigin(request, deps.baseUrl) ? ask(post, request, params) : crossSiteForm(site),
        { parse: 'none' },
      )
    }
    const allow = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])].join(', ')
    app.all(path, () => wrongMethod(site, allow), { parse: 'none' })
  }
  const nothing = by('anybody', (visit) => noSuchPage(visit.site))
  return { route, table, lost: (request) => ask(nothing, request) }
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
