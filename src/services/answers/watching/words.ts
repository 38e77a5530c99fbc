import { percentDown, percentUp } from '../../../core/aggregate/share.ts'
import type { ComplaintEvent, DmarcEvent, WatchedEvent } from '../../../core/event.ts'
import { COMPLAINT_NEXT, complaintSentence } from '../../complaints/watching/words.ts'
import { keptDayInWords } from '../../telling/days.ts'

/** What happened, in one sentence, for messages and pages. Names in it are texts of strangers. */
export function sentenceOf(event: Pick<WatchedEvent, 'type' | 'payload'>): string {
  switch (event.type) {
    case 'dmarc.source_new':
      return newSource(event.payload as PayloadOf<'dmarc.source_new'>)
    case 'dmarc.source_regressed':
      return regressed(event.payload as PayloadOf<'dmarc.source_regressed'>)
    case 'dmarc.rate_low': {
      const { domain, rate, messages, days, before } = event.payload as PayloadOf<'dmarc.rate_low'>
      return `${percent(rate)} of the mail of ${domain} passed DMARC in ${days} days (${amount(messages, 'message')}), ${percent(before)} in the 28 days before.`
    }
    case 'dmarc.reports_missing': {
      const { domain, days, last } = event.payload as PayloadOf<'dmarc.reports_missing'>
      return `No DMARC report about ${domain} has come for ${days} days; the newest is about ${keptDayInWords(last)}.`
    }
    case 'dmarc.policy_changed': {
      const { domain, before, after, day } = event.payload as PayloadOf<'dmarc.policy_changed'>
      return `Receivers have seen another DMARC policy of ${domain} since ${keptDayInWords(day)}: ${before} → ${after}.`
    }
    case 'tls.failures': {
      const { domain, sessions, failures, days, types } = event.payload as PayloadOf<'tls.failures'>
      const why = types.length > 0 ? ` (${types.join(', ')})` : ''
      return `${percentUp(failures, sessions)} of ${amount(sessions, 'TLS session')} with the mail servers of ${domain} failed in ${days} days${why}.`
    }
    case 'complaints.rate_high':
      return complaintSentence(event.payload as ComplaintEvent['payload'])
  }
}

/** What to do about it, in one sentence. */
export function nextFor(event: Pick<WatchedEvent, 'type' | 'payload'>): string {
  switch (event.type) {
    case 'dmarc.source_new':
      return 'likelyAbuse' in event.payload
        ? 'Mark it as not yours. With p=reject receivers are asked to refuse such mail.'
        : 'Say whether it is yours. If it is, have it sign with DKIM as the domain.'
    case 'dmarc.source_regressed':
      return 'See what fails at this source: often a DKIM key or an SPF entry was changed or lost.'
    case 'dmarc.rate_low':
      return 'See which sources fail, and why.'
    case 'dmarc.reports_missing':
      return 'Check that rua in the DMARC record still names the address for reports.'
    case 'dmarc.policy_changed':
      return 'If nobody on your side planned this, find out who changed the record.'
    case 'tls.failures':
      return 'Check the certificates of the mail servers (MX), and the MTA-STS policy or TLSA records.'
    case 'complaints.rate_high':
      return COMPLAINT_NEXT
  }
}

type PayloadOf<T extends DmarcEvent['type']> = Extract<DmarcEvent, { type: T }>['payload']

function newSource(payload: PayloadOf<'dmarc.source_new'>): string {
  const { domain, name, day, messages, rate, others, likelyAbuse } = payload
  const more = others === undefined ? '' : `, and ${amount(others, 'more new source')}`
  const sent = `${amount(messages, 'message')} in a week, of which ${percent(rate)} passed DMARC`
  if (likelyAbuse)
    return `${name} has been sending as ${domain} since ${keptDayInWords(day)}${more}, which is likely abuse: ${sent}.`
  return `A new source has been sending as ${domain} since ${keptDayInWords(day)}: ${name}, ${sent}${more}.`
}

function regressed(payload: PayloadOf<'dmarc.source_regressed'>): string {
  const { domain, name, rate, before, messages, others } = payload
  const more = others === undefined ? '' : `; ${amount(others, 'more source')} got worse with it`
  return `${percent(rate)} of ${amount(messages, 'message')} of ${name} as ${domain} passed DMARC, ${percent(before)} in the 28 days before${more}.`
}

const amount = (n: number, noun: string) => `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`

/** Rates of events have four places. */
const percent = (rate: number) => percentDown(Math.round(rate * 10_000), 10_000)
