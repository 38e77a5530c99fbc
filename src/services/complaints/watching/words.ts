import type { ComplaintEvent } from '../../../core/event.ts'

const amount = (n: number, noun: string) => `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`

/** 0.31% */
export const complaintRate = (rate: number): string =>
  `${(Math.floor(rate * 10_000 + 1e-6) / 100).toFixed(2)}%`

/** What happened, in one sentence. Names in it may be texts of strangers. */
export function complaintSentence({
  domain,
  name,
  complaints,
  days,
  sent,
  rate,
  before,
  others,
}: ComplaintEvent['payload']): string {
  const more = others === undefined ? '' : `; ${amount(others, 'more provider')} came with it`
  if (rate !== undefined && sent !== undefined) {
    return `${name} counts ${amount(complaints, 'complaint')} about ${amount(sent, 'message')} of ${domain} in ${days} days, which is ${complaintRate(rate)}${more}.`
  }
  return `${name} counts ${amount(complaints, 'complaint')} about mail of ${domain} in ${days} days, and ${before.toLocaleString('en-US')} in as many days before${more}.`
}

/** What to do about it. */
export const COMPLAINT_NEXT =
  'See which campaigns people complain about, pause them, and send no more to whoever complained. Gmail asks for less than 0.1% and never 0.3%, Yahoo for less than 0.3%.'
