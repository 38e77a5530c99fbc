import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { SeenCertificate, WebSeen } from '../probe-ports.ts'
import { certificateOf } from './certificate.ts'
import { failureOf } from './failure.ts'

interface Target {
  url: string
  address: string
  waitAtMost: number
}

interface Trust {
  ca?: string[]
}

const MOST_BODY = 16_384
const MOST_HEADER_BYTES = 16_384

/** Asks once at the address and follows nothing; over TLS the certificate is looked at first. */
export async function webProbe(target: Target, trust: Trust): Promise<WebSeen> {
  const url = new URL(target.url)
  if (url.protocol !== 'https:') return ask(url, target)
  const began = performance.now()
  const shown = await certificateAt(url, target, trust)
  if (typeof shown === 'string') return { kind: 'failure', reason: shown }
  const waitAtMost = Math.max(1, target.waitAtMost - (performance.now() - began))
  const seen = await ask(url, { ...target, waitAtMost })
  return seen.kind === 'response' && shown ? { ...seen, certificate: shown } : seen
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

function certificateAt(url: URL, { address, waitAtMost }: Target, trust: Trust) {
  const { promise, resolve } = Promise.withResolvers<
    SeenCertificate | undefined | (WebSeen & { kind: 'failure' })['reason']
  >()
  const host = bare(url.hostname)
  const socket = connect({
    host: address,
    port: portOf(url),
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    ...(isIP(host) === 0 && { servername: host }),
    ...trust,
  })
  const settle = (shown: Parameters<typeof resolve>[0]) => {
    clearTimeout(late)
    resolve(shown)
    socket.destroy()
  }
  const late = setTimeout(() => settle('timeout'), waitAtMost)
  socket.on('error', (cause) => settle(failureOf(cause)))
  socket.on('close', () => settle('closed'))
  socket.once('secureConnect', () => settle(certificateOf(socket)))
  return promise
}

function ask(url: URL, { address, waitAtMost }: Target): Promise<WebSeen> {
  const { promise, resolve } = Promise.withResolvers<WebSeen>()
  const secure = url.protocol === 'https:'
  const host = bare(url.hostname)
  const request = (secure ? https : http).request({
    host: address,
    port: portOf(url),
    method: 'GET',
    path: url.pathname + url.search,
    agent: false,
    maxHeaderSize: MOST_HEADER_BYTES,
    headers: { Host: url.host, Accept: '*/*', 'Accept-Encoding': 'identity', Connection: 'close' },
    ...(secure && { rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) }),
  })
  const settle = (seen: WebSeen) => {
    clearTimeout(late)
    resolve(seen)
    request.destroy()
  }
  const late = setTimeout(() => settle({ kind: 'failure', reason: 'timeout' }), waitAtMost)
  request.on('error', (cause) => settle({ kind: 'failure', reason: failureOf(cause) }))
  request.on('close', () => settle({ kind: 'failure', reason: 'closed' }))
  request.on('response', (response) => read(response, settle))
  request.end()
  return promise
}

function read(response: IncomingMessage, settle: (seen: WebSeen) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  const { location, date, server } = response.headers
  const at = new Date(date ?? '')
  const done = () =>
    settle({
      kind: 'response',
      status: response.statusCode ?? 0,
      body: Buffer.concat(chunks).subarray(0, MOST_BODY).toString('utf8'),
      ...(location !== undefined && { location: location.slice(0, 500) }),
      ...(!Number.isNaN(at.getTime()) && { date: at }),
      ...(server !== undefined && { server: String(server).slice(0, 100) }),
    })
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_BODY) done()
  })
  response.on('end', done)
  response.on('error', (cause) => settle({ kind: 'failure', reason: failureOf(cause) }))
}
