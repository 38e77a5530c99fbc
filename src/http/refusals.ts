import type { Refusal } from '../core/refusal.ts'

/** A refusal as HTTP says it. */
export interface RefusalAnswer {
  status: number
  error: string
  headers: Record<string, string>
}

/** The one place where refusals become HTTP. The texts are for people; programs go by the status. */
export function refusalAnswer(refusal: Refusal): RefusalAnswer {
  switch (refusal.kind) {
    case 'unauthenticated':
      return says(401, 'API key missing, malformed, expired or revoked.', { 'www-authenticate': 'Bearer' })
    case 'plan_without_api':
      return says(403, `The plan "${refusal.plan}" has no API access.`)
    case 'missing_scope':
      return says(403, `API key missing required scope: ${refusal.scope}`)
    case 'missing_role':
      return says(403, `Your role in this account does not allow it: it takes ${refusal.role} or more.`)
    case 'rate_limited':
      return says(
        429,
        `Too many requests. Try again in ${inSeconds(refusal.retryAfterSeconds)}.`,
        retryAfter(refusal.retryAfterSeconds),
      )
    case 'allowance_exhausted':
      return says(
        429,
        `The ${refusal.allowance} tests a month of the plan "${refusal.plan}" are used up. The next month (UTC) begins in ${inSeconds(refusal.retryAfterSeconds)}.`,
        retryAfter(refusal.retryAfterSeconds),
      )
    case 'too_many_anonymous_tests':
      return says(
        429,
        `Too many tests from this address. Try again in ${inSeconds(refusal.retryAfterSeconds)}.`,
        retryAfter(refusal.retryAfterSeconds),
      )
    case 'anonymous_tests_off':
      return says(403, 'Tests without an account are turned off here.')
    case 'bad_request':
      return says(400, refusal.reason)
    case 'not_found':
      return says(404, NOT_FOUND[refusal.what])
    case 'under_way':
      return says(
        409,
        'A request with this Idempotency-Key is still under way. Ask again for its answer.',
        retryAfter(1),
      )
    case 'unknown_recipient':
      return says(404, 'No such test address, or it has expired.')
    case 'mailbox_full':
      return says(409, 'The test holds as many messages as are allowed.')
    case 'monitor_full':
    case 'reports_full':
    case 'out_of_space':
      return says(503, 'There is no space left for messages. Try again later.', retryAfter(NO_MAIL_SECONDS))
    case 'mail_not_taken':
      return says(503, 'No mail can be taken at the moment. Try again later.', retryAfter(NO_MAIL_SECONDS))
    case 'anonymous_share_full':
      return says(
        503,
        'There is no space left for tests without an account. Try again later.',
        retryAfter(NO_MAIL_SECONDS),
      )
    case 'client_share_full':
      return says(
        429,
        'The tests made from this address hold as much mail as is allowed. Delete one, or wait until one expires.',
        retryAfter(CLIENT_FULL_SECONDS),
      )
    case 'message_too_big':
      return says(413, `The message is larger than ${refusal.limit} bytes.`)
    case 'limit_reached':
      return says(403, refusal.reason)
    case 'busy':
      return says(
        503,
        'Reading took too long. Try again later, or ask for a shorter window.',
        retryAfter(BUSY_SECONDS),
      )
  }
}

/** When to ask again while no mail can be taken: nobody knows how long that lasts. */
const NO_MAIL_SECONDS = 60
/** A query that took too long took ten seconds: as long again for those that are before it. */
const BUSY_SECONDS = 10
/** As often as what expired is deleted. */
const CLIENT_FULL_SECONDS = 3600

const NOT_FOUND = {
  test: 'No such test, or its token has expired.',
  message: 'No such message in this test.',
  domain: 'No such domain.',
  monitor: 'No such monitor.',
  destination: 'No such webhook or channel.',
  delivery: 'No such delivery.',
  page: 'There is nothing at this address.',
} as const

function says(status: number, error: string, headers: Record<string, string> = {}): RefusalAnswer {
  return { status, error, headers }
}

const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) })

/** Seconds as a person says them: whole days, hours or minutes where that is near enough. */
function inSeconds(seconds: number): string {
  const [size, unit] = UNITS.find(([least]) => seconds >= 2 * least) ?? [1, 'second']
  const count = Math.ceil(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
]
