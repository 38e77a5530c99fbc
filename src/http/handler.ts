import type { Actor } from '../core/access/permission.ts'
import type { AccountActor, KeyActor, TokenActor } from '../services/access/actor.ts'
import type { Opens } from '../services/api-description/route.ts'
import type { ROUTES, RouteName } from '../services/api-description/routes.ts'
import type { OwnHeaders } from './own-headers.ts'

/** A request for a route. */
export interface Asked {
  request: Request
  /** Placeholders of the path by name; '' where the path is not properly encoded. */
  params: Readonly<Record<string, string>>
  own: OwnHeaders
}

interface ActorOf extends Record<Opens, Actor> {
  key: KeyActor
  'key or session': AccountActor
  token: TokenActor
}

/** Answers a request of an actor who may do what the route does. */
export type Handler<O extends Opens = Opens> = (asked: Asked, actor: ActorOf[O]) => Promise<Response>

/** A handler for every route: tsc fails where one is missing. */
export type Handlers = { readonly [Name in RouteName]: Handler<(typeof ROUTES)[Name]['opens']> }
