import { type Action, type Actor, refusalOf } from '../core/access/permission.ts'
import type { KeyActor } from '../services/access/actor.ts'
import type { ApiKeys } from '../services/access/api-keys.ts'
import type { Admission, Quota } from '../services/access/quota.ts'
import type { Opens } from '../services/api-description/route.ts'
import { type Headers, refuse } from './answer.ts'
import type { Asked, Handler } from './handler.ts'
import type { OwnHeaders } from './own-headers.ts'

export interface AuthDeps {
  apiKeys: Pick<ApiKeys, 'authenticate'>
  quota: Pick<Quota, 'admit'>
  /** Dashboard sessions. Absent: there are none, and a cookie opens nothing. */
  sessions?: Sessions
  /** Who was let in already: their key and the slot of the rate are not asked for again. */
  admitted?: Pick<WeakMap<Request, KeyActor>, 'get'>
}

type SessionActor = Extract<Actor, { kind: 'session' }>

/** Who a dashboard session acts for. */
export interface Sessions {
  /** Who acts by the session that a Cookie header names, in its current account; absent when it names none that holds. */
  actorOf(cookie: string): Promise<SessionActor | undefined>
}

/** Lets those through to a handler who may do what a route does. */
export type Guards = { readonly [O in Opens]: (action: Action, handler: Handler<O>) => Guarded }

/** Answers whoever asks. */
export type Guarded = (asked: Asked) => Promise<Response>

export function createGuards(deps: AuthDeps): Guards {
  return {
    key: (action, handler) => (asked) => byKey(deps, action, handler, asked),
    // An Authorization header wins over a cookie, even one that opens nothing. A session takes no slot of the rate.
    'key or session': (action, handler) => async (asked) => {
      const { headers } = asked.request
      const cookie = headers.has('authorization') ? null : headers.get('cookie')
      const actor = cookie ? await deps.sessions?.actorOf(cookie) : undefined
      if (actor === undefined) return byKey(deps, action, (own, key) => handler(own, key), asked)
      const refusal = refusalOf(actor, action)
      return refusal ? refuse(refusal) : handler(asked, actor)
    },
    token: (action, handler) => async (asked) => {
      const actor = { kind: 'token', token: asked.params['token'] ?? '' } as const
      const refusal = refusalOf(actor, action)
      return refusal ? refuse(refusal) : handler(asked, actor)
    },
  }
}

/** Holds the order of refusals: 401, 403 for the plan, 429, 403 for the scope; then the route's own. */
async function byKey(
  deps: AuthDeps,
  action: Action,
  handler: Handler<'key'>,
  asked: Asked,
): Promise<Response> {
  const { request, own } = asked
  const actor = deps.admitted?.get(request) ?? (await letIn(deps, request, own))
  if (actor instanceof Response) return actor
  const refusal = refusalOf(actor, action)
  return refusal ? refuse(refusal) : handler(asked, actor)
}

/** Who asks with a key and takes a slot of the rate; or the answer that says why not. */
export async function letIn(
  { apiKeys, quota }: AuthDeps,
  request: Request,
  own: OwnHeaders,
): Promise<KeyActor | Response> {
  const authenticated = await apiKeys.authenticate(request.headers.get('authorization') ?? undefined)
  if (!authenticated.ok) return refuse(authenticated.refusal)
  const actor = authenticated.value
  const admission = await quota.admit(actor.account, actor.plan)
  own.add(budgetHeaders(admission))
  if (admission.admitted) return actor
  return refuse({ kind: 'rate_limited', retryAfterSeconds: admission.retryAfterSeconds })
}

/** The account's budget, as draft-ietf-httpapi-ratelimit-headers writes it. */
function budgetHeaders({ limit, remaining, resetSeconds }: Admission): Headers {
  return {
    'ratelimit-policy': `"account";q=${limit};w=60`,
    ratelimit: `"account";r=${remaining};t=${resetSeconds}`,
  }
}
