import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { systemReason } from '../core/trouble/system-reason.ts'

export interface ListenAddress {
  host: string
  port: number
}

/** Half-open sockets stay open: a client may close its side after the final dot and still wait for the reply. */
export const SOCKET_OPTIONS = { allowHalfOpen: true, noDelay: true }

/** Listens on one address of those named. Rejects with a sentence that names it. */
export function listenOn(
  { host, port }: ListenAddress,
  all: readonly ListenAddress[],
  connected: (socket: Socket) => void,
  option: { protocol: string; name: string } = { protocol: 'SMTP', name: 'smtp.listen' },
): Promise<Server> {
  const server = createServer(SOCKET_OPTIONS, connected)
  // `::` takes IPv4 too, unless that has a listener of its own.
  const ipv6Only = all.some((other) => other.port === port && other.host === '0.0.0.0')
  return new Promise((resolve, reject) => {
    server.once('error', (cause: Error & { code?: string }) => {
      const sentence = `${option.protocol} cannot listen on ${named({ host, port })}: ${reasonOf(cause, option.name)}.`
      reject(new Error(sentence, { cause }))
    })
    server.listen({ host, port, ipv6Only }, () => {
      server.removeAllListeners('error')
      resolve(server)
    })
  })
}

function named({ host, port }: ListenAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'a port below 1024 needs a privilege (CAP_NET_BIND_SERVICE)',
  EADDRINUSE: 'another program listens there already. Stop that program, or set another',
  EADDRNOTAVAIL: 'this machine has no such address',
}

/** Why a server cannot listen, in words. */
export function reasonOf(cause: Error & { code?: string }, option: string): string {
  const { code = '' } = cause
  const reason = REASONS[code]
  if (reason === undefined) return systemReason(cause)
  return code === 'EADDRINUSE' ? `${reason} ${option}` : reason
}

export function addressOf(server: Server): ListenAddress {
  const { address, port } = server.address() as AddressInfo
  return { host: address, port }
}
