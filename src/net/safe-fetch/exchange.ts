import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { FetchFailureReason } from '../ports.ts'
import type { Target } from './target.ts'

/** One request to one address that was judged before. */
export interface Exchange {
  target: Target
  /** Where the connection goes: never a name. */
  connectTo: { host: string; port: number }
  method: 'GET' | 'HEAD'
  maxBytes: number
  /** Milliseconds for everything, and for the connection alone. */
  totalMs: number
  connectMs: number
  userAgent: string
  /** Certificates that are trusted in place of the public ones. */
  ca?: string[]
}

export type Outcome =
  | {
      kind: 'response'
      status: number
      contentType: string
      location?: string
      body: Buffer
      truncated: boolean
    }
  /** `unconnected`: the next address of the host may do better. */
  | { kind: 'failure'; reason: FetchFailureReason; unconnected?: true }

const MOST_HEADER_BYTES = 16_384
const LONGEST_TYPE = 200

/** Asks once, follows nothing, inflates nothing. */
export function exchange(given: Exchange): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const request = (given.target.secure ? https : http).request(optionsOf(given))
  const settle = (outcome: Outcome) => {
    clearTimeout(whole)
    clearTimeout(connecting)
    resolve(outcome)
    request.destroy()
  }
  const fail = (reason: FetchFailureReason) => settle({ kind: 'failure', reason })
  const whole = setTimeout(() => fail('timeout'), given.totalMs)
  const connecting = setTimeout(
    () => settle({ kind: 'failure', reason: 'timeout', unconnected: true }),
    given.connectMs,
  )
  let isConnected = false
  request.on('socket', (socket) => {
    socket.on('connect', () => {
      isConnected = true
      clearTimeout(connecting)
    })
  })
  request.on('error', (error) =>
    settle({ kind: 'failure', reason: reasonOf(error), ...(!isConnected && { unconnected: true }) }),
  )
  request.on('upgrade', () => fail('network'))
  request.on('close', () => fail('network'))
  request.on('response', (response) => readResponse(response, given.maxBytes, settle))
  request.end()
  return promise
}

function optionsOf({ target, connectTo, method, userAgent, ca }: Exchange): https.RequestOptions {
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
      'User-Agent': userAgent,
      Accept: '*/*',
      'Accept-Encoding': 'identity',
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

function readResponse(response: IncomingMessage, maxBytes: number, settle: (outcome: Outcome) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  const { location } = response.headers
  const done = (truncated: boolean) =>
    settle({
      kind: 'response',
      status: response.statusCode ?? 0,
      contentType: typeOf(response.headers['content-type']),
      // Octets of UTF-8 reach us as characters of Latin-1.
      ...(location !== undefined && { location: Buffer.from(location, 'latin1').toString('utf8') }),
      body: Buffer.concat(chunks).subarray(0, maxBytes),
      truncated,
    })
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) done(true)
  })
  response.on('end', () => {
    // Cut off in the middle: what came is not what was sent.
    if (response.complete) done(false)
    else settle({ kind: 'failure', reason: 'network' })
  })
  response.on('error', (error) => settle({ kind: 'failure', reason: reasonOf(error) }))
}

function typeOf(value: string | undefined): string {
  return (value ?? '').slice(0, LONGEST_TYPE).split(';')[0]?.trim().toLowerCase() ?? ''
}

const TLS_ERROR =
  /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|INVALID_|PATH_LENGTH|ERROR_IN_CERT|OUT_OF_|UNSUITABLE|CRL_)/

function reasonOf(error: Error & { code?: unknown }): FetchFailureReason {
  const code = typeof error.code === 'string' ? error.code : ''
  if (TLS_ERROR.test(code)) return 'tls'
  return code === 'ETIMEDOUT' ? 'timeout' : 'network'
}
