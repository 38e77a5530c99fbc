import type { FetchFailureReason } from '../ports.ts'
import type { Poster, PostRequest } from '../post-ports.ts'
import { type Allowed, addressesOf, readDestination, type Unfit } from './destination.ts'
import { exchange, type Failed } from './exchange.ts'
import { MOST_OCTETS, type PostedAnswer, readPosted } from './posted.ts'
import type { Target } from './target.ts'
import { within } from './within.ts'

export interface PosterOptions extends Allowed {
  /** Milliseconds for one post with its questions. */
  timeoutMs: number
  userAgent: string
  /** For tests: certificates that are trusted in place of the public ones. */
  ca?: string[]
  /** For tests: where the connection to a judged address really goes. */
  reach?: (address: string, port: number) => { host: string; port: number }
}

const LONGEST_BODY = 100_000
const MOST_HEADERS = 50
const LONGEST_VALUE = 4_096
/** How the message is framed, whom it is for and by whom it is handed on is said here alone (RFC 9110 7.6.1). */
const OURS =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i

/** Posts to addresses that people typed, of which `allow` says what may be used beside public ones. */
export function createPoster(options: PosterOptions): Poster {
  return {
    async post(request) {
      const began = performance.now()
      const outcome = await tried(request, options).catch(() => unfit('network', 'The connection failed.'))
      const tookMs = Math.round(performance.now() - began)
      return 'kind' in outcome ? { tookMs, ...outcome } : { tookMs, kind: 'failure', ...outcome }
    },
  }
}

type Outcome = PostedAnswer | Unfit

async function tried(request: PostRequest, options: PosterOptions): Promise<Outcome> {
  const until = performance.now() + options.timeoutMs
  const left = () => until - performance.now()
  const target = readDestination(request.url)
  if ('reason' in target) return target
  const wrong = faultOf(request)
  if (wrong !== undefined) return unfit('bad-address', wrong)
  const addresses = await within(left(), addressesOf(target, options))
  if (addresses === 'timeout') return late(options)
  if ('reason' in addresses) return addresses
  const body = Buffer.from(request.body)
  let outcome: PostedAnswer | Failed = { kind: 'failure', reason: 'timeout' }
  for (const [index, address] of addresses.entries()) {
    if (left() <= 0) break
    const given = {
      target,
      connectTo: options.reach?.(address, target.port) ?? { host: address, port: target.port },
      method: request.method,
      headers: headersOf(request, options.userAgent),
      body,
      maxBytes: MOST_OCTETS,
      totalMs: left(),
      connectMs: left() / (addresses.length - index),
      ...(options.ca && { ca: options.ca }),
    }
    outcome = await exchange(given, readPosted)
    // What may have been sent is not sent a second time.
    if (outcome.kind === 'response' || !outcome.unconnected) break
  }
  return outcome.kind === 'response' ? outcome : told(outcome, target, options)
}

/** What HTTP does not allow in a request, or is not for others to say. */
function faultOf({ headers, body }: PostRequest): string | undefined {
  const entries = Object.entries(headers)
  if (entries.length > MOST_HEADERS) return `A request has at most ${MOST_HEADERS} header fields of its own.`
  for (const [name, value] of entries) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) return 'The name of a header field is not one in HTTP.'
    if (OURS.test(name)) return `The header field ${name} cannot be set.`
    if (value.length > LONGEST_VALUE || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return `The header field ${name} has a value that HTTP does not allow.`
  }
  if (Buffer.byteLength(body) > LONGEST_BODY) return `The body is larger than ${LONGEST_BODY} bytes.`
  return undefined
}

function headersOf({ headers }: PostRequest, userAgent: string): Record<string, string> {
  const usual = { 'User-Agent': userAgent, Accept: '*/*', 'Accept-Encoding': 'identity' }
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const others = Object.entries(usual).filter(([name]) => !given.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...headers }
}

function told({ reason, code }: Failed, { host }: Target, options: PosterOptions): Unfit {
  switch (reason) {
    case 'timeout':
      return late(options)
    case 'tls':
      return unfit(reason, `The certificate of ${host} could not be verified${code ? `: ${code}` : ''}.`)
    default:
      return unfit(reason, WORDS[code ?? ''] ?? 'The connection broke off before an answer came.')
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused: nothing listens there.',
  ConnectionRefused: 'The connection was refused: nothing listens there.',
  INTERIM: 'Interim answers (1xx) came without end.',
  EHOSTUNREACH: 'There is no route to the host.',
  ENETUNREACH: 'There is no route to the network of the host.',
}

const unfit = (reason: FetchFailureReason, says: string): Unfit => ({ reason, says })

const late = ({ timeoutMs }: PosterOptions) =>
  unfit('timeout', `No answer came within ${Math.round(timeoutMs / 100) / 10} seconds.`)
