import type { OpenIdFailure } from '../services/people/openid/provider.ts'
import { ProviderUnreachable } from './bounded-fetch.ts'

/** The answer of the authorization endpoint, or of the token endpoint, is not for our request. */
const NOT_OURS: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

const UNREACHABLE: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** What openid-client throws, as something to be told. Causes may hold tokens: only names and codes are kept. */
export function failureOf(cause: unknown): OpenIdFailure {
  const unreachable = causeOf(cause, (one) => one instanceof ProviderUnreachable)
  if (unreachable) return { kind: 'unreachable', reason: unreachable.message }
  if (!(cause instanceof Error)) throw cause
  const { name, message } = cause
  const code = 'code' in cause ? String(cause.code) : ''
  if (name === 'AuthorizationResponseError') return { kind: 'denied', reason: wordOf(cause) }
  if (name === 'ResponseBodyError') return refusedByToken(cause)
  if (name === 'WWWAuthenticateChallengeError')
    return { kind: 'misconfigured', reason: 'the provider does not accept client_id and client_secret' }
  const reason = `${message} (${code})`.slice(0, 300)
  if (NOT_OURS.has(code)) return { kind: 'not_ours', reason }
  if (UNREACHABLE.has(code)) return { kind: 'unreachable', reason }
  return { kind: 'misconfigured', reason }
}

/** RFC 6749 5.2: a code that was used or is of another request is invalid_grant. */
function refusedByToken(cause: Error): OpenIdFailure {
  const reason = wordOf(cause)
  if (reason === 'invalid_grant') return { kind: 'not_ours', reason }
  if ('status' in cause && Number(cause.status) >= 500) return { kind: 'unreachable', reason }
  return { kind: 'misconfigured', reason }
}

/** The error code of RFC 6749. */
function wordOf(cause: Error): string {
  return 'error' in cause && typeof cause.error === 'string' ? cause.error.slice(0, 100) : 'unknown'
}

function causeOf(cause: unknown, is: (one: Error) => boolean): Error | undefined {
  let found = cause
  for (let depth = 0; depth < 5 && found instanceof Error; depth += 1) {
    if (is(found)) return found
    found = found.cause
  }
  return undefined
}
