import type { Server } from 'bun'
import { answer, problem } from '../answer.ts'
import { type Fetch, type ListenAt, listenAt } from '../listen.ts'

/** The listeners, which answer before there is a service behind them: a large database takes minutes to be brought to a new version. */
export interface Door {
  /** Where it listens, with real ports. */
  addresses(): ListenAt[]
  /** From now on this answers. */
  answerBy(fetch: Fetch): void
  servers: readonly Server<undefined>[]
}

const STARTING =
  'The service is starting: it opens the database, and brings it to this version where that is needed. Ask again in a few seconds.'
const AGAIN_SECONDS = 5

/** Listens on every address, or on none and throws. `option`: the one of the config that names them. */
export function openDoor(listen: readonly ListenAt[], option = 'http.listen'): Door {
  let answering: Fetch = starting
  const servers: Server<undefined>[] = []
  try {
    for (const address of listen) {
      servers.push(listenAt(address, (request, server) => answering(request, server), option))
    }
  } catch (cause) {
    for (const server of servers) void server.stop(true)
    throw cause
  }
  return {
    servers,
    addresses: () =>
      servers.map(({ hostname, port }) => ({
        ...(hostname !== undefined && { host: hostname }),
        port: port ?? 0,
      })),
    answerBy(fetch) {
      answering = fetch
    },
  }
}

/** Nothing but that it lives: whoever waits for /healthz goes on to send mail. */
function starting(request: Request): Response {
  const isProbe = URL.canParse(request.url) && new URL(request.url).pathname === '/livez'
  if (isProbe && (request.method === 'GET' || request.method === 'HEAD')) return answer(200, { alive: true })
  return problem(503, STARTING, { 'retry-after': String(AGAIN_SECONDS) })
}
