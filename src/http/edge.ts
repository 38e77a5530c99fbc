import type { Clock, Log, RandomBytes } from '../services/ports.ts'
import type { Readiness } from '../services/readiness.ts'
import { problem, refuse } from './answer.ts'
import { declaresMore } from './body.ts'
import { clientAddress, clientGroup } from './client-address.ts'
import type { Answers, WebSeam } from './deps.ts'
import { createOpenApi } from './openapi/openapi.ts'
import { createReadyz } from './readyz.ts'

interface EdgeDeps {
  api(failed: (request: Request, cause: unknown) => Response): Answers
  web?: (seam: WebSeam) => Answers
  readiness: Pick<Readiness, 'obstacle'>
  closing: AbortSignal
  /** Where programs reach the service, without a slash at its end. */
  baseUrl: string
  trustedProxies: readonly string[]
  maxBody: number
  clock: Clock
  log: Log
  random: RandomBytes
}

/** Every request passes here first and its answer last: id, client, bounds, who answers, the log. */
export function createEdge(deps: EdgeDeps): (request: Request, peer: string) => Promise<Response> {
  const { clock, log } = deps
  const clients = new WeakMap<Request, string>()
  const ids = new WeakMap<Request, string>()

  /** A bug: told once, with its stack, and to the caller without. */
  const failed = (request: Request, cause: unknown): Response => {
    const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    const { method } = request
    log.error({ request: ids.get(request), method, path: loggedPath(request), stack }, 'A request met a bug')
    return problem(500, 'Something went wrong here. The request id says where to look in the log.')
  }

  const api = deps.api(failed)
  const openApi = createOpenApi(deps.baseUrl)
  const readyz = createReadyz(deps.readiness)
  const web = deps.web?.({
    clientOf: (request) => clients.get(request) ?? 'unknown',
    closing: deps.closing,
  })

  const route = (request: Request): Response | Promise<Response> => {
    const { pathname } = new URL(request.url)
    // The API says first who may ask at all, and looks at a body where it takes one.
    if (API_PATH.test(pathname)) return api.handle(request)
    if (pathname !== UPLOAD && declaresMore(request, deps.maxBody))
      return problem(413, `A request body is at most ${deps.maxBody} bytes.`)
    if (pathname === '/healthz') return health(request)
    if (pathname === '/readyz') return readyz(request)
    if (pathname === '/openapi.json') return openApi(request)
    if (!web) return refuse({ kind: 'not_found', what: 'page' })
    // Pages read forms whole, so the length must be known before.
    if (request.headers.has('transfer-encoding'))
      return problem(411, 'Send the body with its Content-Length.')
    return web.handle(request)
  }

  return async (arrived, peer) => {
    const began = clock.now().getTime()
    const id = `req_${Buffer.from(deps.random(12)).toString('hex')}`
    const received = withAddress(arrived)
    if (!received) return problem(400, 'The Host header names no host.', { 'x-request-id': id })
    const request = received.method === 'HEAD' ? asGet(received) : received
    const client = clientAddress(peer, received.headers.get('x-forwarded-for'), deps.trustedProxies)
    ids.set(request, id)
    clients.set(request, clientGroup(client))
    let response: Response
    try {
      response = await route(request)
    } catch (cause) {
      response = failed(request, cause)
    }
    response.headers.set('x-request-id', id)
    const path = loggedPath(request)
    if (path !== '/healthz' && path !== '/readyz') {
      const took = clock.now().getTime() - began
      const { method } = received
      log.info({ request: id, client, method, path, status: response.status, took }, 'Answered a request')
    }
    return received.method === 'HEAD' ? withoutBody(response) : response
  }
}

/** The pages bound this body themselves, and say so on a page. */
const UPLOAD = '/upload'

/** Versions that do not exist too: a program reads the refusal. */
const API_PATH = /^\/v\d+(?:\/|$)/

/** HTTP/1.0 needs no Host, and its request then has a path for an address. None when Host is there and no host
 * (RFC 9112 3.2). */
function withAddress(request: Request): Request | undefined {
  if (URL.canParse(request.url)) return request
  const path = request.headers.get('host') ? '' : request.url
  return path.startsWith('/') ? new Request(`http://localhost${path}`, request) : undefined
}

/** HEAD is answered as GET without the body (RFC 9110 9.3.2). */
function asGet(request: Request): Request {
  return new Request(request.url, { headers: request.headers, signal: request.signal })
}

async function withoutBody(response: Response): Promise<Response> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const length = isStream ? undefined : (await response.arrayBuffer()).byteLength
  if (isStream) await response.body?.cancel()
  const headers = new Headers(response.headers)
  if (length !== undefined) headers.set('content-length', String(length))
  return new Response(null, { status: response.status, headers })
}

function health(request: Request): Response {
  if (request.method !== 'GET')
    return problem(405, 'This address answers GET, HEAD only.', { allow: 'GET, HEAD' })
  return new Response('ok\n', {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** The path as it may be logged: what could be a token is cut short, the query is left out. */
function loggedPath(request: Request): string {
  const { pathname } = new URL(request.url)
  return pathname.replace(/[A-Za-z0-9_-]{20,}/g, (token) => `${token.slice(0, 4)}…`).slice(0, 200)
}
