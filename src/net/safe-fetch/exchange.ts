import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { FetchFailureReason } from '../ports.ts'
import type { Target } from './target.ts'

/** One request to one address that was judged before. */
export interface Exchange {
  target: Target
  /** Where the connection goes: never a name. */
  connectTo: { host: string; port: number }
  method: 'GET' | 'HEAD' | 'POST' | 'PUT'
  /** Beside Host and Connection. */
  headers: Readonly<Record<string, string>>
  body?: Uint8Array
  /** Octets of a body that `read` wants at most; what frames them may take as many again. */
  maxBytes: number
  /** Milliseconds for everything, and for the connection alone. */
  totalMs: number
  connectMs: number
  /** Certificates that are trusted in place of the public ones. */
  ca?: string[]
}

export interface Failed {
  kind: 'failure'
  reason: FetchFailureReason
  /** Of the system or of TLS: ECONNREFUSED. */
  code?: string
  /** The next address of the host may do better. */
  unconnected?: true
}

/** Ends the exchange with what came of it; the first call counts. */
export type Settle<T> = (outcome: T | Failed) => void

/** Reads an answer whose header is there, and says what it is worth when it is cut off then. Without a value it is a failure. */
export type Read<T> = (response: IncomingMessage, settle: Settle<T>) => (() => T) | undefined

const MOST_HEADER_BYTES = 16_384
/** Header, blank lines and interim answers, before the body. */
const MOST_AROUND = 65_536
/** Interim answers (RFC 9110 15.2): a flood of them would keep this process from all else. */
const MOST_INTERIM = 20

/** Asks once, follows nothing, inflates nothing. */
export function exchange<T>(given: Exchange, read: Read<T>): Promise<T | Failed> {
  const { promise, resolve } = Promise.withResolvers<T | Failed>()
  const request = (given.target.secure ? https : http).request(optionsOf(given))
  let isConnected = false
  let cutOff: (() => T) | undefined
  const settle = (outcome: T | Failed) => {
    clearTimeout(whole)
    clearTimeout(connecting)
    resolve(outcome)
    request.destroy()
  }
  const fail = (failed: Omit<Failed, 'kind'>) => settle(cutOff?.() ?? { kind: 'failure', ...failed })
  const whole = setTimeout(() => fail({ reason: 'timeout' }), given.totalMs)
  const connecting = setTimeout(() => fail({ reason: 'timeout', unconnected: true }), given.connectMs)
  request.on('socket', (socket) => {
    socket.on('connect', () => {
      isConnected = true
      clearTimeout(connecting)
    })
    // What is neither header nor body (blank lines, sizes of chunks) has no bound of its own.
    socket.on('data', () => {
      if (socket.bytesRead > MOST_AROUND + 2 * given.maxBytes) fail({ reason: 'network' })
    })
  })
  request.on('error', (error) => fail({ ...failureOf(error), ...(!isConnected && { unconnected: true }) }))
  let interim = 0
  request.on('information', () => {
    interim += 1
    if (interim > MOST_INTERIM) fail({ reason: 'network', code: 'INTERIM' })
  })
  request.on('upgrade', () => fail({ reason: 'network' }))
  request.on('close', () => fail({ reason: 'network' }))
  request.on('response', (response) => {
    response.on('error', (error) => fail(failureOf(error)))
    cutOff = read(response, settle)
  })
  request.end(given.body)
  return promise
}

function optionsOf({ target, connectTo, method, headers, body, ca }: Exchange): https.RequestOptions {
  const { url, host, isAddress } = target
  return {
    host: connectTo.host,
    port: connectTo.port,
    method,
    path: url.pathname + url.search,
    agent: false,
    maxHeaderSize: MOST_HEADER_BYTES,
    headers: {
      Host: url.host.replace(/\.(?=:|$)/, ''),
      ...headers,
      ...(body && { 'Content-Length': String(body.length) }),
      Connection: 'close',
    },
    ...(target.secure && {
      // The certificate has to prove the name that was asked for (RFC 9525), not the address connected to.
      ...(!isAddress && { servername: host }),
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2' as const,
      ...(ca && { ca }),
    }),
  }
}

const TLS_ERROR =
  /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|INVALID_|PATH_LENGTH|ERROR_IN_CERT|OUT_OF_|UNSUITABLE|CRL_)/

/** What an error of the connection is. */
function failureOf(error: Error & { code?: unknown }): { reason: FetchFailureReason; code?: string } {
  const code = typeof error.code === 'string' ? error.code : ''
  const reason = TLS_ERROR.test(code) ? 'tls' : code === 'ETIMEDOUT' ? 'timeout' : 'network'
  return { reason, ...(code !== '' && { code }) }
}
