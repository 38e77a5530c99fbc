import type { Liveness } from '../services/liveness.ts'
import type { HttpMeter } from '../services/metrics/families/http.ts'
import type { Clock, Log, RandomBytes } from '../services/ports.ts'
import type { Readiness } from '../services/readiness.ts'
import { createApi } from './api.ts'
import { createBodies } from './body.ts'
import type { AnswerMcp, Answers, ApiServices, WebSeam } from './deps.ts'
import { createEdge } from './edge.ts'
import { type Door, openDoor } from './health/door.ts'
import type { Prove } from './health/proof.ts'
import type { ListenAt } from './listen.ts'

export interface HttpServerDeps extends ApiServices {
  listen: readonly ListenAt[]
  /** The listeners, where they are open already. */
  door?: Door
  /** Networks (CIDR) of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** Where people and programs reach the service, without a slash at its end. */
  baseUrl: string
  /** The most bytes of a request body. */
  maxBody: number
  /** The longest that one may take to arrive; a default where it is absent. */
  longestBodyMs?: number
  /** What /readyz tells. */
  readiness: Pick<Readiness, 'reasons'>
  /** What /livez tells. */
  liveness: Liveness
  /** What /healthz/proof/<nonce> answers with; without it the address is 404. */
  prove?: Prove
  /** Counts requests. Absent: nobody does. */
  meter?(routes: readonly string[]): HttpMeter
  clock: Clock
  log: Log
  random: RandomBytes
  /** Answers messages to /mcp. Absent: that is an address like any other. */
  mcp?: AnswerMcp
  /** Answers what is neither /v1 nor /healthz nor /livez nor /readyz nor /openapi.json; without it those addresses are 404. */
  web?: (seam: WebSeam) => Answers
}

export interface HttpServer {
  /** Listens on every address, or on none and throws. */
  start(): ListenAt[]
  /** Where it listens, with real ports. */
  addresses(): ListenAt[]
  /** Ends open streams, lets running requests finish until the deadline, then cuts them off: says how many. */
  stop(deadlineMs: number): Promise<number>
  /** Answers a request as if it came from `peer`. */
  handle(request: Request, peer: string): Promise<Response>
}

export function createHttpServer(deps: HttpServerDeps): HttpServer {
  const closing = new AbortController()
  const bodies = createBodies({ most: deps.maxBody, longestMs: deps.longestBodyMs })
  const edge = createEdge({
    ...deps,
    bodies,
    api: (failed) => createApi({ ...deps, bodies, closing: closing.signal }, failed),
    closing: closing.signal,
  })
  let door = deps.door

  return {
    addresses: () => door?.addresses() ?? [],
    handle: edge,
    start() {
      door ??= openDoor(deps.listen)
      door.answerBy((request, server) => edge(request, server.requestIP(request)?.address ?? ''))
      return door.addresses()
    },
    async stop(deadlineMs) {
      closing.abort()
      const servers = door?.servers ?? []
      door = undefined
      const finished = Promise.all(servers.map((server) => server.stop()))
      const deadline = Promise.withResolvers<void>()
      const timer = setTimeout(() => deadline.resolve(), deadlineMs)
      await Promise.race([finished, deadline.promise])
      clearTimeout(timer)
      const left = servers.reduce((sum, { pendingRequests }) => sum + pendingRequests, 0)
      await Promise.all(servers.map((server) => server.stop(true)))
      return left
    },
  }
}
