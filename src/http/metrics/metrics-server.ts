import { createHash, timingSafeEqual } from 'node:crypto'
import { problem } from '../answer.ts'
import { openDoor } from '../health/door.ts'
import type { ListenAt } from '../listen.ts'
import { methodNotAllowed } from '../method.ts'

export interface MetricsServerDeps {
  listen: readonly ListenAt[]
  /** What whoever asks must send. Absent: nothing. */
  token?: string
  contentType: string
  /** The text of a scrape. */
  scrape(): Promise<string>
  /** Told of a scrape that failed. */
  failed(cause: unknown): void
}

export interface MetricsServer {
  /** Listens on every address, or on none and throws. */
  start(): ListenAt[]
  stop(): Promise<void>
  handle(request: Request): Promise<Response>
}

/** Answers /metrics on listeners of its own, and nothing else. */
export function createMetricsServer(deps: MetricsServerDeps): MetricsServer {
  const wrongMethod = methodNotAllowed('GET, HEAD')
  let door: ReturnType<typeof openDoor> | undefined

  async function handle(request: Request): Promise<Response> {
    const path = URL.canParse(request.url) ? new URL(request.url).pathname : ''
    if (path !== '/metrics') return problem(404, 'There is /metrics here, and nothing else.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod()
    if (!mayRead(request.headers.get('authorization'), deps.token)) {
      const challenge = { 'www-authenticate': 'Bearer realm="metrics"' }
      return problem(401, 'Send metrics.token as "Authorization: Bearer <token>".', challenge)
    }
    try {
      const headers = { 'content-type': deps.contentType, 'cache-control': 'no-store' }
      return new Response(await deps.scrape(), { headers })
    } catch (cause) {
      deps.failed(cause)
      return problem(500, 'The metrics could not be read. The log says why.')
    }
  }

  return {
    handle,
    start() {
      door = openDoor(deps.listen, 'metrics.listen')
      door.answerBy(handle)
      return door.addresses()
    },
    async stop() {
      await Promise.all((door?.servers ?? []).map((server) => server.stop(true)))
    },
  }
}

/** Hashes are of one length, and comparing them takes one time. */
function mayRead(authorization: string | null, token: string | undefined): boolean {
  if (token === undefined) return true
  const given = /^bearer +(\S{1,1000})$/i.exec(authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(hashOf(given), hashOf(token))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
