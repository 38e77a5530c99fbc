import { Elysia } from 'elysia'
import type { KeyActor } from '../services/access/actor.ts'
import type { RouteDeclaration } from '../services/api-description/route.ts'
import { ROUTES, type RouteName } from '../services/api-description/routes.ts'
import { refuse } from './answer.ts'
import { createGuards, type Guarded, type Guards } from './auth.ts'
import type { ApiAnswers, Failed, HandlerDeps } from './deps.ts'
import { directRoutes } from './direct.ts'
import type { Asked, Handlers } from './handler.ts'
import { accountHandlers } from './handlers/account.ts'
import { dmarcHandlers } from './handlers/dmarc.ts'
import { sharedHandlers } from './handlers/shared-tests.ts'
import { testHandlers } from './handlers/tests.ts'
import { methodNotAllowed, UNREAD } from './method.ts'
import { type OwnHeaders, ownHeaders } from './own-headers.ts'

/** Everything under /v1. `failed` is handed what a route threw, and answers for it. */
export function createApi(deps: HandlerDeps, failed: Failed): ApiAnswers {
  const admitted = new WeakMap<Request, KeyActor>()
  const guards = createGuards({ ...deps, admitted })
  const handlers: Handlers = {
    ...testHandlers(deps),
    ...sharedHandlers(deps),
    ...accountHandlers(deps),
    ...dmarcHandlers(deps),
  }
  const names = Object.keys(ROUTES).filter(isRouteName)
  const routes = names.map((name) => ({ ...ROUTES[name], respond: guarded(guards, handlers, name) }))
  const router = createRouter(routes, failed)
  const direct = directRoutes(routes)
  const answer: ApiAnswers['answer'] = (request, pathname, own) => {
    const found = request.method === 'GET' ? direct(pathname) : undefined
    return found ? found.respond({ request, params: found.params, own }) : router.answer(request, own)
  }
  return {
    answer,
    async answerAs(actor, request, own) {
      admitted.set(request, actor)
      try {
        return await answer(request, new URL(request.url).pathname, own)
      } catch (cause) {
        return failed(request, cause, own.id)
      }
    },
    routes: router.routes,
  }
}

type Routes = readonly (RouteDeclaration & { respond: Guarded })[]

/** Finds any path, and says what is wrong with one that is not there. */
function createRouter(routes: Routes, failed: Failed) {
  const headers = new WeakMap<Request, OwnHeaders>()
  // Without this Elysia looks for the path only after the eleventh character, which is too far when the host is `mg`.
  const api = new Elysia({ name: 'api', strictPath: true, handler: { standardHostname: false } }).onError(
    { as: 'global' },
    ({ code, error, request }) =>
      code === 'NOT_FOUND'
        ? refuse({ kind: 'not_found', what: 'page' })
        : failed(request, error, headers.get(request)?.id ?? ''),
  )
  for (const { method, path, respond } of routes) {
    api.route(
      method.toUpperCase(),
      mounted(path),
      ({ request, params }) =>
        respond({ request, params: decoded(params), own: headers.get(request) ?? ownHeaders('') }),
      UNREAD,
    )
  }
  for (const [path, allowed] of methodsByPath()) api.all(mounted(path), methodNotAllowed(allowed), UNREAD)
  return {
    answer(request: Request, own: OwnHeaders) {
      headers.set(request, own)
      return api.handle(request)
    },
    routes: api.routes,
  }
}

const isRouteName = (name: string): name is RouteName => name in ROUTES

/** The handler of a route behind the guard that the route names. */
function guarded<Name extends RouteName>(guards: Guards, handlers: Handlers, name: Name): Guarded {
  const { opens, action }: (typeof ROUTES)[Name] = ROUTES[name]
  return guards[opens](action, handlers[name])
}

/** `/v1/tests/{token}` as the router writes it. */
const mounted = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** There are none for a path without placeholders; one is null when the path is not properly encoded. */
function decoded(params: object = {}): Asked['params'] {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value ?? '')]))
}

/** What each path answers, as Allow tells it. HEAD is answered as GET. */
function methodsByPath(): Map<string, string> {
  const routes: readonly RouteDeclaration[] = Object.values(ROUTES)
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return new Map(
    [...byPath].map(([path, some]) => {
      const methods = some.flatMap(({ method }) =>
        method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
      )
      return [path, methods.toSorted().join(', ')]
    }),
  )
}
