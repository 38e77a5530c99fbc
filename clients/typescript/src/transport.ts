import {
  apiError,
  ConflictError,
  ConnectionError,
  RateLimitedError,
  ServiceError,
  UnexpectedAnswerError,
} from './errors.ts'
import { pause } from './pause.ts'
import { createTurns } from './turns.ts'

export interface TransportOptions {
  /** Where the service is: https://mailgauge.example.org */
  baseUrl: string
  /** An API key. Without one only shared tests can be read. */
  apiKey?: string
  /** How often a call is tried again at most, besides waiting for the rate limit. Default 3. */
  retries?: number
  /** The longest Retry-After, in seconds, that is waited for; past it the error is thrown at once. Default 60. */
  maxRetryAfter?: number
  /** The longest a call waits for the rate limit in all, in seconds. Default 600. */
  maxRateLimitWait?: number
  /** Milliseconds until an attempt is given up, besides the time the service was asked to wait. Default 30,000. */
  timeout?: number
  /** Another fetch than the global one. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>
}

export type QueryValue = string | number | boolean | undefined

export interface Call {
  operation: { method: string; path: string }
  /** Values for the placeholders of the path. */
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, QueryValue>>
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: object
  /** Seconds the service was asked to hold its answer. */
  held?: number
  /** Milliseconds that are waited for the rate limit, when that is less than otherwise. */
  patience?: number
  signal?: AbortSignal | undefined
}

export interface Answered {
  body: unknown
  headers: Headers
}

/** Makes the function that sends calls, each tried again where that is safe and may help. */
export function createTransport(options: TransportOptions): (call: Call) => Promise<Answered> {
  const { retries = 3, maxRetryAfter = 60, maxRateLimitWait = 600 } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const inTurn = createTurns(maxRetryAfter)
  return async (call) => {
    const { signal, held, patience = Infinity } = call
    const until = performance.now() + Math.min(maxRateLimitWait * 1000, patience)
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await inTurn(() => once(options, baseUrl, call), { until, signal, held })
      } catch (error) {
        const seconds = attempt < retries ? pauseBefore(error, attempt) : undefined
        if (seconds === undefined || seconds > maxRetryAfter) throw error
        await pause(seconds * 1000, signal)
      }
    }
  }
}

/** Seconds to wait before trying again; undefined: it would not help. */
function pauseBefore(error: unknown, attempt: number): number | undefined {
  const backoff = 0.5 * 2 ** attempt * (0.75 + Math.random() / 2)
  if (error instanceof ConnectionError) return backoff
  if (error instanceof ServiceError) return error.retryAfter ?? backoff
  if (error instanceof ConflictError) return error.retryAfter
  // The service itself never says 0: there is nothing to wait for.
  if (error instanceof RateLimitedError && error.retryAfter === 0) return backoff
  return undefined
}

async function once(options: TransportOptions, baseUrl: string, call: Call): Promise<Answered> {
  const { timeout = 30_000, apiKey } = options
  const late = AbortSignal.timeout(timeout + (call.held ?? 0) * 1000)
  const signal = call.signal ? AbortSignal.any([call.signal, late]) : late
  let response: Response
  let text: string
  try {
    response = await (options.fetch ?? fetch)(baseUrl + targetOf(call), {
      method: call.operation.method,
      headers: {
        accept: 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...(call.body && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      // A redirect would lose the key, or turn POST into GET.
      redirect: 'manual',
      signal,
    })
    text = await response.text()
  } catch (cause) {
    call.signal?.throwIfAborted()
    throw new ConnectionError(
      `No answer from ${baseUrl}: ${late.aborted ? 'it took too long' : reasonOf(cause)}`,
      {
        cause,
      },
    )
  }
  return understood(response, text, baseUrl)
}

function targetOf({ operation, path = {}, query = {} }: Call): string {
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? target : `${target}?${new URLSearchParams(given)}`
}

function understood({ status, ok, headers }: Response, text: string, baseUrl: string): Answered {
  const body = isJson(headers) ? parsed(text) : undefined
  if (ok && isObject(body)) return { body, headers }
  const error = isObject(body) ? body['error'] : undefined
  const told = typeof error === 'string' ? error : undefined
  if (told === undefined && status !== 429 && status < 500) {
    const to = headers.get('location')
    const why = to === null ? 'but not as the API of Mailgauge does' : `but sends on to ${to}`
    throw new UnexpectedAnswerError(`${baseUrl} answers with status ${status}, ${why}`, status)
  }
  throw apiError(told ?? `The service answered with status ${status}`, {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  })
}

const isJson = (headers: Headers) => /^application\/json\b/i.test(headers.get('content-type') ?? '')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Retry-After in its form of whole seconds, the only one the service sends. */
function secondsOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** What the innermost cause says: fetch itself often says only that it failed. */
function reasonOf(cause: unknown): string {
  let error = cause
  while (error instanceof Error && error.cause instanceof Error) error = error.cause
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
