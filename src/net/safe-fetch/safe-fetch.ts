import type { FetchAnswer, Fetcher, FetchFailureReason, FetchRequest, MayFollow, Resolver } from '../ports.ts'
import { exchange, type Outcome } from './exchange.ts'
import { publicAddresses, readTarget, type Target } from './target.ts'

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

type Response = Extract<Outcome, { kind: 'response' }>

function redirectOf({ status, location }: Response): string | undefined {
  return REDIRECTS.includes(status) ? location : undefined
}

function answered(response: Response, { url }: Target, redirects: string[]): FetchAnswer {
  const { status, contentType, body, truncated } = response
  const location = redirectOf(response)
  return {
    kind: 'response',
    status,
    url: url.href,
    redirects,
    contentType,
    ...(location !== undefined && { location }),
    body: body.toString('base64'),
    truncated,
  }
}

async function askOne(
  target: Target,
  { method, maxBytes }: FetchRequest,
  options: SafeFetchOptions,
  until: number,
): Promise<Outcome> {
  const left = () => until - performance.now()
  const addresses = await within(left(), publicAddresses(target, options.resolver))
  if (typeof addresses === 'string') return { kind: 'failure', reason: addresses }
  let outcome: Outcome = { kind: 'failure', reason: 'network' }
  for (const [index, address] of addresses.entries()) {
    if (left() <= 0) return { kind: 'failure', reason: 'timeout' }
    outcome = await exchange({
      target,
      connectTo: options.reach?.(address, target.port) ?? { host: address, port: target.port },
      method,
      maxBytes: Math.min(maxBytes, MOST_BYTES),
      totalMs: left(),
      connectMs: left() / (addresses.length - index),
      userAgent: options.userAgent,
      ...(options.ca && { ca: options.ca }),
    })
    if (outcome.kind === 'response' || !outcome.unconnected) break
  }
  return outcome
}

/** A resolver keeps its own time, which may be longer than what is left. */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T | FetchFailureReason> {
  const { promise, resolve } = Promise.withResolvers<FetchFailureReason>()
  const timer = setTimeout(() => resolve('timeout'), milliseconds)
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}

function failed(reason: FetchFailureReason): FetchAnswer {
  return { kind: 'failure', reason }
}
