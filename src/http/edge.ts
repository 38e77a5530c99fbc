import type { Clock, Log, RandomBytes } from '../services/ports.ts'
import type { Readiness } from '../services/readiness.ts'
import { apiPath, loggedPath, withAddress } from './address.ts'
import { problem, refuse } from './answer.ts'
import { type Bodies, declaresMore } from './body.ts'
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
  bodies: Bodies
  clock: Clock
  log: Log
  random: RandomBytes
}

/** Every request passes here first and its answer last: id, client, bounds, who answers, the log. */
export function createEdge(deps: EdgeDeps): (request: Request, peer: string) => Promise<Response> {
  const { clock, log, bodies } = deps
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
  const plain = new Map<string, Answers['handle']>([
    ['/healthz', health],
    ['/readyz', createReadyz(deps.readiness)],
    ['/openapi.json', createOpenApi(deps.baseUrl)],
  ])
  const clientOf = (request: Request) => clients.get(request) ?? 'unknown'
  const web = deps.web?.({ clientOf, closing: deps.closing })

  /** Pages get a form when it is there as a whole: one that was cut short has no effect. */
  const askPages = async (pages: Answers, request: Request, pathname: string): Promise<Response> => {
    if (request.method !== 'POST' || pathname === UPLOAD) return pages.handle(request)
    const body = await bodies.read(request, clientOf(request))
    if (body instanceof Response) return body
    const { url, method, headers, signal } = request
    const whole = new Request(url, { method, headers, signal, body })
    clients.set(whole, clientOf(request))
    return pages.handle(whole)
  }

  const route = (request: Request): Response | Promise<Response> => {
    const { pathname } = new URL(request.url)
    // The API says first who may ask at all, and looks at a body where it takes one.
    const ofApi = apiPath(pathname)
    if (ofApi === 'exact') return api.handle(request)
    if (ofApi === 'meant') return refuse({ kind: 'not_found', what: 'page' })
    if (pathname !== UPLOAD && declaresMore(request, deps.maxBody)) return bodies.tooLarge()
    const answer = plain.get(pathname)
    if (answer) return answer(request)
    if (!web) return refuse({ kind: 'not_found', what: 'page' })
    // Pages read forms whole, so the length must be known before.
    if (request.headers.has('transfer-encoding'))
      return problem(411, 'Send the body with its Content-Length.')
    return askPages(web, request, pathname)
  }

  const respond = async (arrived: Request, peer: string): Promise<Response> => {
    const began = clock.now().getTime()
    const id = `req_${Buffer.from(deps.random(12)).toString('hex')}`
    const received = withAddress(arrived)
    if (!received) return problem(400, 'The Host header names no single host.', { 'x-request-id': id })
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
      const { method, signal } = received
      const facts = { request: id, client, method, path, status: response.status, took }
      log.info(facts, signal.aborted ? 'A client went away before its answer' : 'Answered a request')
    }
    return response
  }

  return async (arrived, peer) => {
    const response = await respond(arrived, peer)
    if (arrived.method !== 'HEAD') return response
    // The runtime dates every answer but this one.
    response.headers.set('date', clock.now().toUTCString())
    return withoutBody(response)
  }
}

/** The pages bound this body themselves, and say so on a page. */
const UPLOAD = '/upload'

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
