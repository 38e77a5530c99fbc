import type { WebhookPayload } from '../sending.ts'
import { sayComplaints } from './complaints.ts'
import { sayDigest } from './digest.ts'
import { sayDmarc } from './dmarc.ts'
import { sayDomain, sayRecords } from './domains.ts'
import { type Facts, factsOf } from './facts.ts'
import { sayDisabled, sayTest, sayTrouble } from './instance.ts'
import { sayMonitor } from './monitors.ts'
import { plain } from './plain.ts'
import { sayMessage } from './tests.ts'
import { type EventWords, LONGEST_TITLE, MOST_LINES, type Said } from './words.ts'

/** Services that group by it take no more. */
const LONGEST_ABOUT = 100

type Say = (facts: Facts, type: WebhookPayload['type']) => Said

const SAY: Record<WebhookPayload['type'], Say> = {
  'test.scored': sayMessage,
  'test.failed': sayMessage,
  'domain.verified': sayDomain,
  'domain.unverified': sayDomain,
  'dmarc.report_received': sayDmarc,
  'dmarc.source_new': sayDmarc,
  'dmarc.source_regressed': sayDmarc,
  'dmarc.rate_low': sayDmarc,
  'dmarc.reports_missing': sayDmarc,
  'dmarc.policy_changed': sayDmarc,
  'tls.failures': sayDmarc,
  'complaints.rate_high': sayComplaints,
  'monitor.alert': sayMonitor,
  'monitor.recovered': sayMonitor,
  'domain.record_changed': sayRecords,
  'webhook.disabled': sayDisabled,
  'instance.trouble': sayTrouble,
  'instance.recovered': sayTrouble,
  'digest.weekly': sayDigest,
  'webhook.test': sayTest,
}

/** What an event says to people. */
export function wordsOfEvent({ type, data }: Pick<WebhookPayload, 'type' | 'data'>): EventWords {
  const facts = factsOf(data)
  const { label = 'Open', about = type, ...said } = SAY[type](facts, type)
  const url = linkIn(data)
  const more = said.lines.length - MOST_LINES
  const lines =
    more > 0 ? [...said.lines.slice(0, MOST_LINES - 1), `And ${more + 1} more lines.`] : said.lines
  return {
    ...said,
    title: plain(said.title, LONGEST_TITLE),
    lines: lines.filter((line) => line !== ''),
    about: plain(about, LONGEST_ABOUT),
    ...(url !== undefined && { link: { label, url } }),
  }
}

/** Payloads are kept: whatever is read of one is looked at. */
function linkIn(data: WebhookPayload['data']): string | undefined {
  const { link } = data
  const url = typeof link === 'string' ? URL.parse(link) : null
  return url && /^https?:$/.test(url.protocol) && url.username === '' ? url.href : undefined
}
