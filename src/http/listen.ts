import type { Server } from 'bun'
import { systemReason } from '../core/trouble/system-reason.ts'

/** Where to listen; no host: every address, IPv4 and IPv6. */
export interface ListenAt {
  host?: string
  port: number
}

export type Fetch = (request: Request, server: Server<undefined>) => Response | Promise<Response>

/** Longer than the longest wait and than the pause between two pings of an event stream. */
const IDLE_SECONDS = 120

/** Listens at one address. Throws with a sentence that says what is in the way. */
export function listenAt({ host, port }: ListenAt, fetch: Fetch, option = 'http.listen'): Server<undefined> {
  const serve = (hostname: string) =>
    Bun.serve({
      hostname,
      port,
      fetch,
      development: false,
      // Bun's default outside development is true: two services would share one port without a word.
      reusePort: false,
      idleTimeout: IDLE_SECONDS,
      // Bodies are bounded where they are read, so that the answer can say so.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    })
  try {
    return host === undefined ? serveEverywhere(serve) : serve(host)
  } catch (cause) {
    throw new Error(`HTTP cannot listen on ${named({ host, port })}: ${reasonOf(cause, option)}.`, { cause })
  }
}

/** `::` takes IPv4 too; a machine without IPv6 has only 0.0.0.0. */
function serveEverywhere(serve: (hostname: string) => Server<undefined>): Server<undefined> {
  try {
    return serve('::')
  } catch (cause) {
    if (codeOf(cause) === 'EADDRINUSE' || codeOf(cause) === 'EACCES') throw cause
    return serve('0.0.0.0')
  }
}

function named({ host, port }: { host: string | undefined; port: number }): string {
  if (host === undefined) return `port ${port}`
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** Bun tells a port in use and an address of another machine by the same code. */
function reasonOf(cause: unknown, option: string): string {
  const code = codeOf(cause)
  if (code === 'EADDRINUSE')
    return `another program listens there already, or this machine has no such address. Stop that program, or set another ${option}`
  if (code === 'EACCES') return 'a port below 1024 needs a privilege (CAP_NET_BIND_SERVICE)'
  return systemReason(cause)
}

function codeOf(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : undefined
}
