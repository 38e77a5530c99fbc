import { StoreAway } from '../core/trouble/store-away.ts'
import { AWAY_SECONDS, AWAY_WORDS } from '../core/trouble/store-away-words.ts'
import { DAMAGED_WORDS, StoreDamaged } from '../core/trouble/store-damaged.ts'
import type { Liveness } from '../services/liveness.ts'
import type { HttpMeter } from '../services/metrics/families/http.ts'
import { type Clock, type Log, type RandomBytes, ticksOf } from '../services/ports.ts'
import type { Readiness } from '../services/readiness.ts'
import { apiPath, loggedPath, withAddress } from './address.ts'
import { problem, refuse } from './answer.ts'
import type { AuthDeps } from './auth.ts'
import { type Bodies, declaresMore } from './body.ts'
import { clientAddress, clientGroup } from './client-address.ts'
import type { AnswerMcp, Answers, ApiAnswers, Failed, WebSeam } from './deps.ts'
import { createLivez } from './health/livez.ts'
import { createProof, type Prove } from './health/proof.ts'
import { createReadyz } from './health/readyz.ts'
import { createMcpDoor } from './mcp/door.ts'
import { apiPaths, createPatterns } from './metrics/patterns.ts'
import { createOpenApi } from './openapi/openapi.ts'
import { type OwnHeaders, ownHeaders } from './own-headers.ts'
import { createUnnamedProxyWarning } from './proxies/unnamed-proxy.ts'

interface EdgeDeps extends AuthDeps {
  api(failed: Failed): Pick<ApiAnswers, 'answer' | 'answerAs'>
  /** Answers /mcp. Absent: there is no such address. */
  mcp?: AnswerMcp
  web?: (seam: WebSeam) => Answers
  readiness: Pick<Readiness, 'reasons'>
  liveness: Liveness
  /** By which an address is known to lead here. Absent: nobody asks. */
  prove?: Prove
  closing: AbortSignal
  meter?(routes: readonly string[]): HttpMeter
  /** Where programs reach the service, without a slash at its end. */
  baseUrl: string
  trustedProxies: readonly string[]
  maxBody: number
  bodies: Bodies
  clock: Clock
  log: Log
  random: RandomBytes
}

/** Who answers which paths, and what becomes of a body before. */
interface Place {
  takes(path: string): boolean
  /** its own: the place bounds and reads it. a form: it is read whole before. none: there is no use for it. */
  body: 'its own' | 'a form' | 'none'
  answer(request: Request, pathname: string, own: OwnHeaders): Response | Promise<Response>
  /** The length of a body must be known before it is read. */
  ofKnownLength?: true
  /** Whoever asks is known by a key. */
  keyed?: true
  /** Asked too often to be logged. */
  quiet?: true
}

/** What is answered here. */
const OWN_PATHS = ['/healthz', '/healthz/proof/:nonce', '/livez', '/readyz', '/openapi.json', '/mcp']

const NO_PAGE = { kind: 'not_found', what: 'page' } as const

/** Pages that take files. */
const UPLOADS = ['/upload', '/tests/upload', '/bounce']
const IMPORT = /^\/domains\/[^/]+\/dmarc\/import$/

const is = (exactly: string) => (path: string) => path === exactly

/** Every request passes here first and its answer last: id, client, bounds, who answers, the log. */
export function createEdge(deps: EdgeDeps): (request: Request, peer: string) => Promise<Response> {
  const { clock, log, bodies } = deps
  const clients = new WeakMap<Request, string>()
  const peers = new WeakMap<Request, string>()

  /** A bug: told once, with its stack, and to the caller without. */
  const failed: Failed = (request, cause, id) => {
    // Told once, by whoever looks whether mail can be taken.
    if (cause instanceof StoreDamaged) return problem(503, DAMAGED_WORDS)
    if (cause instanceof StoreAway) return problem(503, AWAY_WORDS, { 'retry-after': String(AWAY_SECONDS) })
    const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    const { method } = request
    const path = loggedPath(new URL(request.url).pathname)
    log.error({ request: id, method, path, stack }, 'A request met a bug')
    return problem(500, 'Something went wrong here. The request id says where to look in the log.')
  }

  const clientOf = (request: Request) => clients.get(request) ?? 'unknown'
  const web = deps.web?.({ clientOf, closing: deps.closing })

  /** A page gets a form when it is there as a whole: one that was cut short has no effect. */
  const askPages = async (request: Request): Promise<Response> => {
    if (!web) return refuse(NO_PAGE)
    if (request.method !== 'POST') return web.handle(request)
    const body = await bodies.read(request, clientOf(request))
    if (body instanceof Response) return body
    const { url, method, headers, signal } = request
    const whole = new Request(url, { method, headers, signal, body })
    clients.set(whole, clientOf(request))
    return web.handle(whole)
  }

  const api = deps.api(failed)
  const proof = createProof(deps.prove, deps.trustedProxies)
  const warnOfProxy = createUnnamedProxyWarning(log, () => deps.trustedProxies)
  const places: readonly Place[] = [
    { takes: (path) => apiPath(path) === 'exact', body: 'its own', answer: api.answer, keyed: true },
    { takes: (path) => apiPath(path) === 'meant', body: 'its own', answer: () => refuse(NO_PAGE) },
    { takes: is('/healthz'), body: 'none', answer: health, quiet: true },
    { takes: is('/livez'), body: 'none', answer: createLivez(deps.liveness), quiet: true },
    { takes: is('/readyz'), body: 'none', answer: createReadyz(deps.readiness), quiet: true },
    {
      takes: (path) => path.startsWith('/healthz/proof/'),
      body: 'none',
      answer: (request, pathname) => proof(request, pathname, peers.get(request) ?? ''),
      quiet: true,
    },
    { takes: is('/openapi.json'), body: 'none', answer: createOpenApi(deps.baseUrl) },
    ...mcpPlace(deps, api),
    {
      takes: (path) => UPLOADS.includes(path) || IMPORT.test(path),
      body: 'its own',
      answer: (request) => (web ? web.handle(request) : refuse(NO_PAGE)),
      ofKnownLength: true,
    },
  ]
  const pages: Place = { takes: () => true, body: 'a form', answer: askPages, ofKnownLength: true }

  const route = (
    place: Place,
    request: Request,
    pathname: string,
    own: OwnHeaders,
  ): Response | Promise<Response> => {
    if (place.body !== 'its own' && declaresMore(request, deps.maxBody)) return bodies.tooLarge()
    if (place.ofKnownLength && web && request.headers.has('transfer-encoding'))
      return problem(411, 'Send the body with its Content-Length.')
    return place.answer(request, pathname, own)
  }

  const answerFrom = async (place: Place, request: Request, pathname: string, own: OwnHeaders) => {
    try {
      return await route(place, request, pathname, own)
    } catch (cause) {
      return failed(request, cause, own.id)
    }
  }

  /** Nobody is seen to go away in less than a millisecond, and a signal that is asked for has its price. */
  const note = (received: Request, began: number, facts: Record<string, unknown>) => {
    const took = Math.round(ticksOf(clock) - began)
    const isGone = took > 0 && received.signal.aborted
    log.info({ ...facts, took }, isGone ? 'A client went away before its answer' : 'Answered a request')
  }

  const patterns = createPatterns([
    ...OWN_PATHS,
    ...apiPaths(),
    ...(web?.table ?? []).map(({ path }) => path),
  ])
  const meter = deps.meter?.(patterns.all)

  const respond = async (arrived: Request, peer: string): Promise<Response> => {
    const began = ticksOf(clock)
    const id = `req_${Buffer.from(deps.random(12)).toString('hex')}`
    const received = withAddress(arrived)
    if (!received) return problem(400, 'The Host header names no single host.', { 'x-request-id': id })
    const { method } = received
    const request = method === 'HEAD' ? asGet(received) : received
    const client = clientAddress(peer, received.headers.get('x-forwarded-for'), deps.trustedProxies)
    warnOfProxy(peer, received.headers)
    const { pathname } = new URL(request.url)
    const place = places.find(({ takes }) => takes(pathname)) ?? pages
    peers.set(request, peer)
    // The API knows its clients by their keys.
    if (!place.keyed) clients.set(request, clientGroup(client))
    const own = ownHeaders(id)
    const response = await answerFrom(place, request, pathname, own)
    own.setOn(response)
    if (!place.quiet) {
      const facts = { request: id, client, method, path: loggedPath(pathname), status: response.status }
      note(received, began, facts)
    }
    return response
  }

  const measured = async (arrived: Request, peer: string): Promise<Response> => {
    if (!meter) return respond(arrived, peer)
    const began = performance.now()
    const response = await respond(arrived, peer)
    const { method } = arrived
    const route = patterns.of(arrived)
    meter.answered({ method, route, status: response.status, seconds: (performance.now() - began) / 1000 })
    return response
  }

  return async (arrived, peer) => {
    const response = await measured(arrived, peer)
    if (arrived.method !== 'HEAD') return response
    // The runtime dates every answer but this one.
    response.headers.set('date', clock.now().toUTCString())
    return withoutBody(response)
  }
}

function mcpPlace({ mcp, ...deps }: EdgeDeps, api: Pick<ApiAnswers, 'answerAs'>): Place[] {
  if (!mcp) return []
  const answer = createMcpDoor({ ...deps, answerMcp: mcp }, api)
  return [{ takes: is('/mcp'), body: 'its own', answer, keyed: true }]
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
