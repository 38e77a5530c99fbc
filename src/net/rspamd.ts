import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ScanEnvelope, Scanner, ScanReply } from './ports.ts'
import { failureInWords, printable, tooLate } from './scan-text.ts'

export type RspamdAddress = { url: string } | { path: string }

export interface RspamdOptions {
  address: RspamdAddress
  /** For the whole exchange. */
  timeoutMs: number
}

const MOST_REPLY_BYTES = 1024 * 1024
/** What other checks judge, with questions of their own: it is neither asked a second time nor counted twice. */
const GROUPS_DISABLED = ['rbl', 'surbl', 'fuzzy', 'hfilter', 'spf', 'dkim', 'dmarc', 'arc']

/** Rspamd's scanning worker over HTTP (POST /checkv2), directly: a proxy of the environment is not asked. */
export function createRspamd({ address, timeoutMs }: RspamdOptions): Scanner {
  return {
    async scan(raw, envelope) {
      try {
        return await exchange(address, raw, headersOf(envelope), timeoutMs)
      } catch (cause) {
        return { kind: 'failure', says: failureInWords(cause) }
      }
    },
  }
}

function headersOf({ clientAddress, clientName, helo, mailFrom, rcptTo }: ScanEnvelope) {
  const session = {
    IP: clientAddress,
    Hostname: clientName,
    Helo: helo,
    From: mailFrom === '' ? '<>' : mailFrom,
    Rcpt: rcptTo,
  }
  const told = Object.entries(session).flatMap(([name, value]) =>
    value ? [[name, printable(value).trim()] as const] : [],
  )
  return {
    ...Object.fromEntries(told),
    'Queue-Id': 'MAILGAUGE',
    Flags: 'groups,no_log',
    Settings: JSON.stringify({ groups_disabled: GROUPS_DISABLED }),
  }
}

function exchange(
  address: RspamdAddress,
  raw: Uint8Array,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<ScanReply> {
  const { promise, resolve } = Promise.withResolvers<ScanReply>()
  const options = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(raw.length), Connection: 'close' },
    agent: false as const,
  }
  const url = 'url' in address ? new URL('checkv2', `${address.url.replace(/\/$/, '')}/`) : undefined
  const request = url
    ? (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options)
    : httpRequest({ ...options, path: '/checkv2', ...('path' in address && { socketPath: address.path }) })
  const finish = (reply: ScanReply) => {
    clearTimeout(timer)
    request.destroy()
    resolve(reply)
  }
  const fail = (says: string) => finish({ kind: 'failure', says })
  const timer = setTimeout(() => fail(tooLate(timeoutMs)), timeoutMs)
  request.on('error', (cause) => fail(failureInWords(cause)))
  request.on('close', () => fail('the connection to it broke'))
  request.on('response', (response) => readReply(response, finish, fail))
  request.end(raw)
  return promise
}

function readReply(
  response: IncomingMessage,
  finish: (reply: ScanReply) => void,
  fail: (says: string) => void,
): void {
  if (response.statusCode !== 200) {
    fail(`it answered with HTTP status ${response.statusCode}`)
    return
  }
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_REPLY_BYTES) fail('its answer is longer than any report')
    else chunks.push(chunk)
  })
  response.on('error', () => fail('the connection to it broke'))
  response.on('aborted', () => fail('the connection to it broke'))
  response.on('end', () => {
    if (!response.complete) fail('the connection to it broke')
    else finish({ kind: 'reply', body: Buffer.concat(chunks).toString('utf8') })
  })
}
