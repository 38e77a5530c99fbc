import { scopeOf } from '../../core/access/permission.ts'
import { FAULT, keyedProblems } from './answers.ts'
import type { Answer, Method, Operation, Parameter, Requirement } from './document.ts'
import type { RouteDeclaration } from './route.ts'
import { ROUTES } from './routes.ts'

/** An operation and where it is. */
export interface Route extends Operation {
  method: Method
  path: string
  /** What code examples give in the query. */
  shown: readonly Parameter[]
}

/** Every route as OpenAPI describes it. */
export const OPERATIONS: readonly Route[] = Object.entries(ROUTES).map(([name, route]) =>
  operationOf(name, route),
)

function operationOf(operationId: string, route: RouteDeclaration): Route {
  const { method, path, tags, summary, description, parameters: declared, requestBody } = route
  const parameters = declared?.map(({ shown: _, ...parameter }) => parameter)
  return {
    method,
    path,
    shown: declared?.filter(({ shown }) => shown) ?? [],
    operationId,
    tags,
    summary,
    description,
    security: securityOf(route),
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route),
  }
}

function securityOf({ action, opens }: RouteDeclaration): readonly Requirement[] {
  if (opens === 'token') return []
  const scope = scopeOf(action)
  const key = { apiKey: scope === undefined ? [] : [scope] }
  return opens === 'key' ? [key] : [key, { session: [] }]
}

/** In the order of their status. */
function responsesOf({ action, opens, answers }: RouteDeclaration): Record<string, Answer> {
  const common = opens === 'token' ? FAULT : keyedProblems(scopeOf(action))
  return { ...common, ...answers }
}
