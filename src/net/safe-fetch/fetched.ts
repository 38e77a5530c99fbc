import type { IncomingMessage } from 'node:http'
import type { Read, Settle } from './exchange.ts'

/** What a fetch brought. */
export interface Fetched {
  kind: 'response'
  status: number
  contentType: string
  location?: string
  /** As it was sent, with an answer that asks to come again later. */
  retryAfter?: string
  body: Buffer
  truncated: boolean
}

const LONGEST_TYPE = 200
/** A date, or seconds. */
const LONGEST_RETRY = 50

/** Reads an answer up to so many octets of its body; one that breaks off is none. */
export function readUpTo(maxBytes: number): Read<Fetched> {
  return (response, settle) => {
    readBody(response, maxBytes, settle)
    return undefined
  }
}

function readBody(response: IncomingMessage, maxBytes: number, settle: Settle<Fetched>): void {
  const chunks: Buffer[] = []
  let size = 0
  const { location, 'retry-after': retryAfter } = response.headers
  const isLater = [429, 503].includes(response.statusCode ?? 0)
  const done = (truncated: boolean) =>
    settle({
      kind: 'response',
      status: response.statusCode ?? 0,
      contentType: typeOf(response.headers['content-type']),
      // Octets of UTF-8 reach us as characters of Latin-1.
      ...(location !== undefined && { location: Buffer.from(location, 'latin1').toString('utf8') }),
      ...(isLater && retryAfter !== undefined && { retryAfter: retryAfter.slice(0, LONGEST_RETRY) }),
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
}

function typeOf(value: string | undefined): string {
  return (value ?? '').slice(0, LONGEST_TYPE).split(';')[0]?.trim().toLowerCase() ?? ''
}
