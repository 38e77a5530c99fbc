import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import net, { type AddressInfo, type Socket } from 'node:net'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { FetchAnswer, Fetcher, FetchRequest, Resolver } from '../../../src/net/ports.ts'
import { createSafeFetch } from '../../../src/net/safe-fetch/safe-fetch.ts'
import { selfSigned } from '../../../src/smtp/self-signed.ts'
import { zone } from '../../support/zone.ts'

const DAY = 86_400_000

/** A certificate for one name, valid from some days ago to some days ahead. */
export function certificate(name: string, from = -1, to = 1) {
  const now = Date.now()
  return selfSigned(name, new Date(now + from * DAY), new Date(now + to * DAY))
}

export interface Listening extends AsyncDisposable {
  port: number
}

async function listening(server: net.Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export const web = (answer: RequestListener) => listening(http.createServer(answer))
export const secureWeb = (material: { key: string; cert: string }, answer: RequestListener) =>
  listening(https.createServer(material, answer))
/** A server that says what it likes, over bare TCP. */
export const wire = (greet: (socket: Socket) => void) => listening(net.createServer(greet))

/** An address anybody could reach, as far as its number tells. */
export const PUBLIC = '93.184.216.34'
export const ZONE: ZoneLiteral = { 'example.org': { A: [PUBLIC] }, 'other.example': { A: [PUBLIC] } }

interface Around {
  port?: number
  resolver?: Resolver
  ca?: string[]
  timeoutMs?: number
  /** Told every address that a connection is made to. */
  reached?: string[]
  dead?: string[]
}

/** The fetcher of a test: connections to public addresses end on loopback, at one port. */
export function fetcher({
  port = 1,
  resolver = zone(ZONE),
  ca,
  timeoutMs = 20_000,
  ...rest
}: Around): Fetcher {
  return createSafeFetch({
    resolver,
    timeoutMs,
    userAgent: 'Mailgauge/test (+https://mx.receiver.example/)',
    ...(ca && { ca }),
    reach(address) {
      rest.reached?.push(address)
      return { host: '127.0.0.1', port: rest.dead?.includes(address) ? 1 : port }
    },
  })
}

export function get(url: string, more: Partial<FetchRequest> = {}): FetchRequest {
  return { url, method: 'GET', maxBytes: 10_000, maxRedirects: 3, ...more }
}

/** An answer with its body as text. */
export function shown(answer: FetchAnswer): unknown {
  if (answer.kind === 'failure') return answer.reason
  return { ...answer, body: Buffer.from(answer.body, 'base64').toString('latin1') }
}
