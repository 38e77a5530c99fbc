import type { FetchAnswer, Fetcher, FetchFailureReason, FetchRequest, MayFollow, Resolver } from '../ports.ts'
import { exchange, type Failed } from './exchange.ts'
import { type Fetched, readUpTo } from './fetched.ts'
import { publicAddresses, readTarget, type Target } from './target.ts'
import { within } from './within.ts'

export interface SafeFetchOptions {
  resolver: Resolver
  /** Milliseconds for one request with all its redirects and questions. */
  timeoutMs: number
  userAgent: string
  /** For tests: certificates that are trusted in place of the public ones. */
  ca?: string[]
  /** For tests: where the connection to a judged address really goes. */
  reach?: (address: string, port: number) => { host: string; port: number }
}

const REDIRECTS = [301, 302, 303, 307, 308]
/** No fetch needs more, whatever it asks for. */
const MOST_BYTES = 4_194_304
const MOST_REDIRECTS = 10

/**
 * Fetches addresses that strangers chose: only from hosts all of whose addresses are public, over a connection pinned
 * to an address that was judged, each redirect judged anew. No cookies, no credentials, no proxy of the environment.
 */
export function createSafeFetch(options: SafeFetchOptions): Fetcher {
  return {
    async fetch(request, mayFollow = () => true) {
      try {
        return await follow(request, mayFollow, options)
      } catch {
        return failed('network')
      }
    },
  }
}

async function follow(
  request: FetchRequest,
  mayFollow: MayFollow,
  options: SafeFetchOptions,
): Promise<FetchAnswer> {
  const until = performance.now() + options.timeoutMs
  const most = Math.min(request.maxRedirects, MOST_REDIRECTS)
  const redirects: string[] = []
  let target = readTarget(request.url)
  for (;;) {
    if (!target) return failed('bad-address')
    const outcome = await askOne(target, request, options, until)
    if (outcome.kind === 'failure') return failed(outcome.reason)
    const location = redirectOf(outcome)
    if (location === undefined || most === 0) return answered(outcome, target, redirects)
    const next = readTarget(location, target.url)
    if (next && !mayFollow(next.url)) return answered(outcome, target, redirects)
    redirects.push(target.url.href)
    if (redirects.length > most || redirects.includes(next?.url.href ?? '')) return failed('redirects')
    target = next
  }
}

function redirectOf({ status, location }: Fetched): string | undefined {
  return REDIRECTS.includes(status) ? location : undefined
}

function answered(response: Fetched, { url }: Target, redirects: string[]): FetchAnswer {
  const { status, contentType, retryAfter, body, truncated } = response
  const location = redirectOf(response)
  return {
    kind: 'response',
    status,
    url: url.href,
    redirects,
    contentType,
    ...(location !== undefined && { location }),
    ...(retryAfter !== undefined && { retryAfter }),
    body: body.toString('base64'),
    truncated,
  }
}

async function askOne(
  target: Target,
  { method, maxBytes }: FetchRequest,
  options: SafeFetchOptions,
  until: number,
): Promise<Fetched | Failed> {
  const left = () => until - performance.now()
  const addresses = await within(left(), publicAddresses(target, options.resolver))
  if (typeof addresses === 'string') return { kind: 'failure', reason: addresses }
  let outcome: Fetched | Failed = { kind: 'failure', reason: 'network' }
  for (const [index, address] of addresses.entries()) {
    if (left() <= 0) return { kind: 'failure', reason: 'timeout' }
    const most = Math.min(maxBytes, MOST_BYTES)
    const request = {
      target,
      connectTo: options.reach?.(address, target.port) ?? { host: address, port: target.port },
      method,
      maxBytes: most,
      headers: { 'User-Agent': options.userAgent, Accept: '*/*', 'Accept-Encoding': 'identity' },
      totalMs: left(),
      connectMs: left() / (addresses.length - index),
      ...(options.ca && { ca: options.ca }),
    }
    outcome = await exchange(request, readUpTo(most))
    if (outcome.kind === 'response' || !outcome.unconnected) break
  }
  return outcome
}

function failed(reason: FetchFailureReason): FetchAnswer {
  return { kind: 'failure', reason }
}
