import { percentDown } from '../../../core/aggregate/share.ts'
import type { DmarcEvent } from '../../../core/event.ts'
import { DMARC_EVENTS } from '../../../core/event.ts'
import { nextFor, sentenceOf } from '../../answers/watching/words.ts'
import type { Facts } from './facts.ts'
import { amount, plain } from './plain.ts'
import type { Said } from './words.ts'

type DmarcType = DmarcEvent['type']
type Severe = Said['severity']

const TITLES: Readonly<Record<DmarcType, readonly [title: string, severity: Severe]>> = {
  'dmarc.source_new': ['New source', 'warning'],
  'dmarc.source_regressed': ['A source got worse', 'warning'],
  'dmarc.rate_low': ['Less mail passes DMARC', 'critical'],
  'dmarc.reports_missing': ['No DMARC reports', 'warning'],
  'dmarc.policy_changed': ['DMARC policy changed', 'warning'],
  'tls.failures': ['TLS sessions fail', 'warning'],
}

const isDmarcType = (type: string): type is DmarcType => DMARC_EVENTS.some((one) => one === type)

/** What DMARC and TLS reports say of a domain. */
export function sayDmarc(facts: Facts, type: string): Said {
  const domain = facts.text('domain') ?? 'a domain'
  const base = { about: domain, course: 'moment' as const, label: 'Open the domain' }
  if (!isDmarcType(type)) return { ...base, ...received(facts, domain), severity: 'info' }
  const [title, severity] = TITLES[type]
  const event = { type, payload: payloadOf(type, facts, domain) }
  return {
    ...base,
    about: `${type} ${facts.text('source') ?? domain}`,
    title: `${title}: ${domain}`,
    lines: [plain(sentenceOf(event), 600), nextFor(event)],
    severity,
  }
}

function received(facts: Facts, domain: string): Pick<Said, 'title' | 'lines'> {
  const messages = facts.number('messages') ?? 0
  const passed = facts.number('dmarc_pass') ?? 0
  return {
    title: `DMARC report about ${domain}`,
    lines: [
      `${facts.text('reporter') ?? 'A receiver'} reports ${amount(messages, 'message')}, of which ${percentDown(passed, messages)} passed DMARC.`,
    ],
  }
}

/** The facts of the event again, each of its kind: what a payload lacks is nothing. */
function payloadOf(type: DmarcType, facts: Facts, domain: string): DmarcEvent['payload'] {
  const text = (name: string) => facts.text(name) ?? ''
  const count = (name: string) => Math.max(0, Math.round(facts.number(name) ?? 0))
  const rate = (name: string) => Math.min(1, Math.max(0, facts.number(name) ?? 0))
  const others = count('other_sources') === 0 ? {} : { others: count('other_sources') }
  const source = { domain, source: text('source'), name: text('name') || 'a source', ...others }
  switch (type) {
    case 'dmarc.source_new':
      return {
        ...source,
        day: text('first_seen'),
        messages: count('messages'),
        rate: rate('dmarc_pass_rate'),
        ...(facts.is('likely_abuse') && { likelyAbuse: true }),
      }
    case 'dmarc.source_regressed':
      return {
        ...source,
        before: rate('dmarc_pass_rate_before'),
        rate: rate('dmarc_pass_rate'),
        messages: count('messages'),
      }
    case 'dmarc.rate_low':
      return {
        domain,
        before: rate('dmarc_pass_rate_before'),
        rate: rate('dmarc_pass_rate'),
        messages: count('messages'),
        days: count('days'),
      }
    case 'dmarc.reports_missing':
      return { domain, days: count('days'), last: text('last_day') }
    case 'dmarc.policy_changed':
      return { domain, before: text('before'), after: text('after'), day: text('first_day') }
    case 'tls.failures': {
      const types = facts.texts('types').map((name) => plain(name, 60))
      return { domain, sessions: count('sessions'), failures: count('failures'), days: count('days'), types }
    }
  }
}
