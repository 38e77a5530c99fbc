import type { Headers } from './answer.ts'
import { problem } from './answer.ts'

/** Refuses a method that a path does not know. There is no CORS on the API, so OPTIONS is one of them. */
export function methodNotAllowed(allow: string): () => Response {
  const headers: Headers = { allow }
  return () => problem(405, `This address answers ${allow} only.`, headers)
}

/** Bodies stay unread until the route wants them: who may not ask at all is told first. */
export const UNREAD = { parse: 'none' } as const
