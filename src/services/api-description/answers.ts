import type { Answer, Json } from './document.ts'
import { ref } from './fields.ts'
import { type HeaderName, headers } from './headers.ts'

/** An answer with a body, and the headers it carries beside those that all do. */
export function answer(
  description: string,
  schema: string,
  example: Json,
  names: readonly HeaderName[] = [],
): Answer {
  return {
    description,
    headers: headers(...names),
    content: { 'application/json': { schema: ref(schema), example } },
  }
}

function problem(description: string, error: string, names: readonly HeaderName[] = []): Answer {
  return answer(description, 'Error', { error }, names)
}

/** Headers of every answer to a key that may use the API. */
export const BUDGET = ['RateLimit', 'RateLimit-Policy'] as const satisfies readonly HeaderName[]

/** Headers of answers under /v1/shared. */
export const DISCREET = ['Referrer-Policy', 'X-Robots-Tag'] as const satisfies readonly HeaderName[]

/** What any route may answer when the service itself fails. */
export const FAULT = {
  '5XX': problem(
    'A fault of the service. Try again later, waiting longer each time.',
    'Something went wrong here. The request id says where to look in the log.',
  ),
}

/** What every route that takes a key may answer. `scope` absent: any key will do. */
export function keyedProblems(scope?: string): Record<string, Answer> {
  const [when, error] =
    scope === undefined
      ? ['The account’s plan has no API access.', 'The plan "free" has no API access.']
      : [
          'The key lacks the scope, or the account’s plan has no API access. The text names which.',
          `API key missing required scope: ${scope}`,
        ]
  return {
    401: problem(
      'The key is missing, malformed, expired or revoked. Do not try again with it.',
      'API key missing, malformed, expired or revoked.',
      ['WWW-Authenticate'],
    ),
    403: problem(when, error, BUDGET),
    429: tooMany('Too many requests of the account within a minute. Wait the Retry-After seconds.'),
    ...FAULT,
  }
}

export const tooMany = (description: string) =>
  problem(description, 'Too many requests. Try again in 1 second.', ['Retry-After', ...BUDGET])

export const noMail = problem(
  'No mail can be taken at the moment, so no test is made and none is counted. Wait the Retry-After seconds.',
  'There is no space left for messages. Try again later.',
  ['Retry-After', ...BUDGET],
)

export const badBody = problem(
  'The body says it is JSON and is not, or the Idempotency-Key is not usable.',
  'The body says it is JSON and is not. This request needs no body.',
  BUDGET,
)

export const badWord = problem(
  'The body is no JSON object, or holds something else than kind and bulk with values that they can have.',
  'kind must be one of transactional, marketing, list, personal, inferred.',
  BUDGET,
)

export const badParameter = problem(
  'A parameter has a value that it cannot have. The text names it.',
  'invalid parameter: days must be an integer between 1 and 366',
  BUDGET,
)

export const tookTooLong = problem(
  'Reading took too long and was given up. Wait the Retry-After seconds, or ask for a shorter window.',
  'Reading took too long. Try again later, or ask for a shorter window.',
  ['Retry-After', ...BUDGET],
)

export const underWay = problem(
  'The first request with the same Idempotency-Key has no answer yet.',
  'A request with this Idempotency-Key is still under way. Ask again for its answer.',
  ['Retry-After', ...BUDGET],
)

export const tooLarge = problem(
  'The body is too large. None is needed.',
  'A request body is at most 65536 bytes.',
  BUDGET,
)

export const fullBody = problem('The body is too large.', 'A request body is at most 65536 bytes.', BUDGET)

export const notFound = (what: string, error: string, names: readonly HeaderName[] = BUDGET) =>
  problem(what, error, names)
