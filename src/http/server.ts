import type { Server } from 'bun'
import type { Clock, Log, RandomBytes } from '../services/ports.ts'
import type { Readiness } from '../services/readiness.ts'
import { createApi } from './api.ts'
import { createBodies } from './body.ts'
import type { Answers, ApiServices, WebSeam } from './deps.ts'
import { createEdge } from './edge.ts'
import type { Prove } from './health/proof.ts'
import { type ListenAt, listenAt } from './listen.ts'

export interface HttpServerDeps extends ApiServices {
  listen: readonly ListenAt[]
  /** Networks (CIDR) of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** Where people and programs reach the service, without a slash at its end. */
  baseUrl: string
  /** The most bytes of a request body. */
  maxBody: number
  /** The longest that one may take to arrive; a default where it is absent. */
  longestBodyMs?: number
  /** What /readyz tells. */
  readiness: Pick<Readiness, 'obstacle'>
  /** What /healthz/proof/<nonce> answers with; without it the address is 404. */
  prove?: Prove
  clock: Clock
  log: Log
  random: RandomBytes
  /** Answers what is neither /v1 nor /healthz nor /readyz nor /openapi.json; without it those addresses are 404. */
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
  let servers: Server<undefined>[] = []

  const addresses = () =>
    servers.map(({ hostname, port }) => ({
      ...(hostname !== undefined && { host: hostname }),
      port: port ?? 0,
    }))

  return {
    addresses,
    handle: edge,
    start() {
      const started: Server<undefined>[] = []
      try {
        for (const address of deps.listen) {
          started.push(
            listenAt(address, (request, server) => edge(request, server.requestIP(request)?.address ?? '')),
          )
        }
      } catch (cause) {
        for (const server of started) void server.stop(true)
        throw cause
      }
      servers = started
      return addresses()
    },
    async stop(deadlineMs) {
      closing.abort()
      const finished = Promise.all(servers.map((server) => server.stop()))
      const deadline = Promise.withResolvers<void>()
      const timer = setTimeout(() => deadline.resolve(), deadlineMs)
      await Promise.race([finished, deadline.promise])
      clearTimeout(timer)
      const left = servers.reduce((sum, { pendingRequests }) => sum + pendingRequests, 0)
      await Promise.all(servers.map((server) => server.stop(true)))
      servers = []
      return left
    },
  }
}
