import type { Scope } from '../core/api-key.ts'
import type { KeyActor } from '../services/access/actor.ts'
import type { ApiKeys } from '../services/access/api-keys.ts'
import type { Admission, Quota } from '../services/access/quota.ts'
import { type Headers, refuse } from './answer.ts'

export interface AuthDeps {
  apiKeys: Pick<ApiKeys, 'authenticate'>
  quota: Pick<Quota, 'admit'>
}

/** A route that only a key opens. `scope` absent: any valid key does. */
export type Keyed = <R extends { request: Request }>(
  scope: Scope | undefined,
  respond: (request: R, actor: KeyActor) => Promise<Response>,
) => (request: R) => Promise<Response>

/** Holds the order of refusals: 401, 403 for the plan, 429, 403 for the scope; then the route's own. */
export function createKeyed({ apiKeys, quota }: AuthDeps): Keyed {
  return (scope, respond) => async (asked) => {
    const authenticated = await apiKeys.authenticate(asked.request.headers.get('authorization') ?? undefined)
    if (!authenticated.ok) return refuse(authenticated.refusal)
    const actor = authenticated.value
    const admission = await quota.admit(actor.account, actor.plan)
    const budget = budgetHeaders(admission)
    if (!admission.admitted) {
      return refuse({ kind: 'rate_limited', retryAfterSeconds: admission.retryAfterSeconds }, budget)
    }
    if (scope !== undefined && !actor.key.scopes.includes(scope)) {
      return refuse({ kind: 'missing_scope', scope }, budget)
    }
    const response = await respond(asked, actor)
    for (const [name, value] of Object.entries(budget)) response.headers.set(name, value)
    return response
  }
}

/** Who a dashboard session acts for. */
export interface Sessions {
  /** The current account of the session that a Cookie header names; absent when it names none that holds. */
  accountOf(cookie: string): Promise<string | undefined>
}

/** A route that a key with the scope opens, or a dashboard session. It reads, and changes nothing. */
export type Readable = <R extends { request: Request }>(
  scope: Scope,
  respond: (request: R, accountId: string) => Promise<Response>,
) => (request: R) => Promise<Response>

/** An Authorization header wins over a cookie, even one that opens nothing. A session takes no slot of the rate. */
export function createReadable(keyed: Keyed, sessions: Sessions | undefined): Readable {
  return (scope, respond) => {
    const byKey = keyed(scope, (asked: Parameters<typeof respond>[0], { account }) =>
      respond(asked, account.id),
    )
    return async (asked) => {
      const { headers } = asked.request
      const cookie = headers.has('authorization') ? null : headers.get('cookie')
      const accountId = cookie ? await sessions?.accountOf(cookie) : undefined
      return accountId === undefined ? byKey(asked) : respond(asked, accountId)
    }
  }
}

/** The account's budget, as draft-ietf-httpapi-ratelimit-headers writes it. */
function budgetHeaders({ limit, remaining, resetSeconds }: Admission): Headers {
  return {
    'ratelimit-policy': `"account";q=${limit};w=60`,
    ratelimit: `"account";r=${remaining};t=${resetSeconds}`,
  }
}
