import type { Log } from '../../services/ports.ts'
import { problem } from '../answer.ts'
import { type AuthDeps, letIn } from '../auth.ts'
import type { Bodies } from '../body.ts'
import type { AnswerMcp, ApiAnswers } from '../deps.ts'
import { type OwnHeaders, ownHeaders } from '../own-headers.ts'

interface McpDoorDeps extends AuthDeps {
  answerMcp: AnswerMcp
  /** Where the site is reached. */
  baseUrl: string
  bodies: Bodies
  log: Log
}

/** What JSON-RPC says of a body that is none of its messages. */
const NO_JSON = { code: -32700, message: 'The body is not JSON.' }
const BATCH = { code: -32600, message: 'Send one message in a request: batches are not taken.' }

/** POST /mcp: the tools of the Model Context Protocol, for whoever has a key. Who may not ask is told before the body is read, as by
 * the API. */
export function createMcpDoor(deps: McpDoorDeps, api: Pick<ApiAnswers, 'answerAs'>) {
  const { answerMcp, bodies, log } = deps
  const ownOrigin = new URL(deps.baseUrl).origin

  return async (request: Request, _pathname: string, own: OwnHeaders): Promise<Response> => {
    if (request.method !== 'POST') return problem(405, 'This address answers POST only.', { allow: 'POST' })
    const origin = request.headers.get('origin')
    if (origin !== null && origin !== ownOrigin) return problem(403, 'Pages of other sites may not ask here.')
    const actor = await letIn(deps, request, own)
    if (actor instanceof Response) return actor
    if (!isJson(request)) return problem(415, 'Send JSON, with Content-Type: application/json.')
    const body = await bodies.read(request, actor.accountId)
    if (body instanceof Response) return body
    const message = parsed(body)
    if (message === undefined) return protocolError(NO_JSON)
    if (Array.isArray(message)) return protocolError(BATCH)
    const failed = (cause: unknown) => {
      const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
      log.error({ request: own.id, path: '/mcp', stack }, 'A request met a bug')
    }
    const ask = (inner: Request) => api.answerAs(actor, inner, ownHeaders(own.id))
    const answered = await answerMcp({ request, message, ask, failed })
    answered.headers.set('cache-control', 'no-store')
    answered.headers.set('x-content-type-options', 'nosniff')
    return answered
  }
}

const isJson = ({ headers }: Request) =>
  /^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')

const protocolError = (error: { code: number; message: string }) =>
  Response.json(
    { jsonrpc: '2.0', id: null, error },
    { status: 400, headers: { 'cache-control': 'no-store' } },
  )

/** Absent: it is no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
