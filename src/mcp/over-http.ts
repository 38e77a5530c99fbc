import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { createClient } from '../../clients/typescript/src/client.ts'
import { createServer } from './server.ts'
import { API_INSTRUCTIONS, apiTools } from './tools/api-tools.ts'

/** One message of a client that was let in. */
export interface McpQuestion {
  /** What it came with; its body is read already. */
  request: Request
  /** The body: JSON, of any shape. */
  message: unknown
  /** Asks the API as the one who was let in. */
  ask(request: Request): Promise<Response>
  version: string
  failed(cause: unknown): void
}

/** Answers one message, in the protocol that it is written in: with `initialize` (2025), or without (2026). Nothing is kept from one to
 * the next. */
export async function answerMcp(question: McpQuestion): Promise<Response> {
  const { message, version, failed } = question
  const request = headOf(question.request)
  const tools = apiTools(clientOf(question))
  const server = () => createServer({ tools, version, instructions: API_INSTRUCTIONS, failed })
  if (isSubscription(message)) return noSuchMethod(message)
  const asked = { parsedBody: message }
  if (!(await isLegacyRequest(request, message))) {
    return createMcpHandler(server, { legacy: 'reject' }).fetch(request, asked)
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const legacy = server()
  await legacy.connect(transport)
  try {
    return await transport.handleRequest(request, asked)
  } finally {
    await legacy.close()
  }
}

/** The service asks itself. Nothing is tried again, so that no answer is held back for the rate. */
function clientOf({ request, ask }: McpQuestion) {
  return createClient({
    baseUrl: 'http://localhost',
    retries: 0,
    maxRateLimitWait: 0,
    fetch: (address, init) => {
      const signal = init.signal ? AbortSignal.any([init.signal, request.signal]) : request.signal
      return ask(new Request(address, { ...init, signal }))
    },
  })
}

/** What the protocol reads of a request: no key and no cookie. Answers are JSON, whatever a client would take besides. */
function headOf({ url, method, headers, signal }: Request): Request {
  const own = [...headers].filter(([name]) => name.startsWith('mcp-'))
  return new Request(url, {
    method,
    signal,
    headers: [
      ...own,
      ['content-type', 'application/json'],
      ['accept', 'application/json, text/event-stream'],
    ],
  })
}

interface Subscription {
  method: 'subscriptions/listen'
  id?: unknown
}

/** Nothing here changes while somebody listens, and a stream would be held open for nothing. */
function isSubscription(message: unknown): message is Subscription {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    message.method === 'subscriptions/listen'
  )
}

function noSuchMethod({ id }: Subscription): Response {
  const isId = typeof id === 'string' || typeof id === 'number'
  const error = { code: -32601, message: 'This service has nothing to subscribe to.' }
  return Response.json({ jsonrpc: '2.0', id: isId ? id : null, error }, { status: 404 })
}
