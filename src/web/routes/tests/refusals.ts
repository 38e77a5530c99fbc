import type { Refusal } from '../../../core/refusal.ts'
import { duration, moment } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import type { UploadRefused } from '../gathering.ts'

/** Why an account got no test. `title`: what did not come about. */
export function notMade(refusal: Refusal, title: string, now: Date): UploadRefused {
  switch (refusal.kind) {
    case 'allowance_exhausted': {
      const { plan, allowance, retryAfterSeconds } = refusal
      const next = moment(new Date(now.getTime() + retryAfterSeconds * 1000))
      return {
        status: 429,
        notice: {
          title,
          says: `The plan “${plan}” of this account allows ${amount(allowance)} tests a month, and they are used up. The next month begins on ${next}, in ${duration(retryAfterSeconds)}. Until then, send to an address you already have: each takes several messages.`,
        },
        headers: { 'retry-after': String(retryAfterSeconds) },
      }
    }
    case 'rate_limited': {
      const { retryAfterSeconds } = refusal
      return {
        status: 429,
        notice: { title, says: `Too many at once. Try again in ${duration(retryAfterSeconds)}.` },
        headers: { 'retry-after': String(retryAfterSeconds) },
      }
    }
    case 'out_of_space':
      return later(title, 'There is no space left for messages. Nothing was counted. Try again later.')
    case 'mail_not_taken':
    case 'mailbox_full':
      return later(title, 'The service cannot take mail at the moment. Nothing was counted. Try again later.')
    case 'unauthenticated':
    case 'missing_role':
      return { status: 403, notice: { title, says: 'Your role in this account was changed meanwhile.' } }
    default:
      throw new Error(`A test of an account was refused with ${refusal.kind}`)
  }
}

function later(title: string, says: string): UploadRefused {
  return { status: 503, notice: { title, says }, headers: { 'retry-after': '60' } }
}
