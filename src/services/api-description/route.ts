import type { Action } from '../../core/access/permission.ts'
import type { Answer, Method, Parameter, RequestBody } from './document.ts'

/** Who may open a route: an API key; a key, or a session of the dashboard; the token in its path. */
export type Opens = 'key' | 'key or session' | 'token'

/** A parameter of a route. */
export interface DeclaredParameter extends Parameter {
  /** Code examples give it. */
  shown?: true
}

/** One route of the API, whole: what is served, documented and generated is made of it. */
export interface RouteDeclaration {
  method: Method
  /** With placeholders as in `/v1/tests/{token}`. */
  path: string
  tags: readonly string[]
  summary: string
  description: string
  /** What it does, which says what a key needs. */
  action: Action
  opens: Opens
  /** What it takes beside its path and query: the placeholders of the path are among them. */
  parameters?: readonly DeclaredParameter[]
  requestBody?: RequestBody
  /** Answers of its own by status, with examples. What every route of its kind may answer is added. */
  answers: Readonly<Record<number, Answer>>
}
