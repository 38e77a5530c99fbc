import type { SenderDomain } from '../../../core/sender-domain.ts'
import { type AggregateWindow, QueryTooLong } from '../../../store/aggregates.ts'
import type { FactReads } from '../../../store/dmarc/source-facts.ts'
import { aboutDomain } from '../../aggregates/about-domain.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import { PAGE_PATIENCE_MS } from '../soon.ts'
import type { SourceAnswers } from '../source-answers.ts'
import { adviceCloser, type RecordsOf, type SourceInquiries } from './closer.ts'
import type { SourceReading } from './reading.ts'
import { withStretches } from './stretches.ts'

export interface SourceAnswersDeps {
  store: { aggregates: Pick<FactReads, 'sourceDays' | 'recordsOf'> }
  domains: Pick<SenderDomains, 'byId'>
  reading: SourceReading
  inquiries: SourceInquiries
  /** So long somebody who looks at a source waits for the DNS. */
  patienceMs?: number
}

const PATIENCE_MS = 2_000

export function createSourceAnswers(deps: SourceAnswersDeps): SourceAnswers {
  const { store, domains, reading, inquiries, patienceMs = PATIENCE_MS } = deps
  const { within } = aboutDomain(domains)

  /** What the pages of one source go by: what the list of all showed is as good. */
  async function asShown(accountId: string, domain: SenderDomain, window: AggregateWindow) {
    const soon = await reading.soon(accountId, domain, window, PAGE_PATIENCE_MS)
    return soon ?? reading.read(accountId, domain, window)
  }

  return {
    sources: (actor, id, window) =>
      within(actor, id, window, async (domain) => {
        const { answered } = await reading.read(actor.accountId, domain, window)
        return { ...answered, domain: domain.domain }
      }),
    soon: (actor, id, window, patienceMs) =>
      within(actor, id, window, async (domain) => {
        const read = await reading.soon(actor.accountId, domain, window, patienceMs)
        return read ? { found: { ...read.answered, domain: domain.domain } } : {}
      }),
    source: (actor, id, window, key) =>
      within(actor, id, window, async (domain) => {
        const { answered, addresses, judged } = await asShown(actor.accountId, domain, window)
        const found = answered.sources.find((one) => one.key === key)
        const own = addresses.get(key)
        const one = judged.get(key)
        if (!found || !own || !one) return {}
        const records: RecordsOf = (ips, limit) => store.aggregates.recordsOf(id, window, { ips, limit })
        const { accountId } = actor
        const over = { accountId, domain: domain.domain, ips: own, records, inquiries }
        const [days, advice] = await Promise.all([
          store.aggregates.sourceDays(id, window, own),
          inTime(adviceCloser(one, over).catch(unlessTooLong), patienceMs),
        ])
        const source = withStretches(advice ? { ...found, advice } : found, days)
        const rest = answered.rest?.messages ?? 0
        const messages = answered.sources.reduce((sum, one) => sum + one.messages, rest)
        return { found: { source, addresses: own, days, messages } }
      }),
    keyOf: (actor, id, window, ip) =>
      within(actor, id, window, async (domain) => {
        const { addresses } = await asShown(actor.accountId, domain, window)
        const [key] = [...addresses].find(([, own]) => own.includes(ip)) ?? []
        return key === undefined ? {} : { key }
      }),
    records: (actor, id, window, { key, ip, after, limit }) =>
      within(actor, id, window, async (domain) => {
        const { addresses } = await asShown(actor.accountId, domain, window)
        const own = addresses.get(key) ?? []
        const ips = ip === undefined ? own : own.filter((one) => one === ip)
        if (ips.length === 0) return { records: [] }
        return store.aggregates.recordsOf(id, window, {
          ips,
          limit: Math.min(limit, MOST_RECORDS),
          ...(after !== undefined && { after }),
        })
      }),
  }
}

const MOST_RECORDS = 200

function unlessTooLong(cause: unknown): undefined {
  if (!(cause instanceof QueryTooLong)) throw cause
}

/** What is not there in time is left out: without it the advice is the same, in general. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), milliseconds)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
