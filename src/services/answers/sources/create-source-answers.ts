import type { FactReads } from '../../../store/dmarc/source-facts.ts'
import { aboutDomain } from '../../aggregates/about-domain.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import type { SourceAnswers } from '../source-answers.ts'
import type { SourceReading } from './reading.ts'

export interface SourceAnswersDeps {
  store: { aggregates: Pick<FactReads, 'sourceDays' | 'recordsOf'> }
  domains: Pick<SenderDomains, 'byId'>
  reading: SourceReading
}

export function createSourceAnswers({ store, domains, reading }: SourceAnswersDeps): SourceAnswers {
  const { within } = aboutDomain(domains)
  return {
    sources: (actor, id, window) =>
      within(actor, id, window, async (domain) => {
        const { answered } = await reading.read(actor.accountId, domain, window)
        return { ...answered, domain: domain.domain }
      }),
    source: (actor, id, window, key) =>
      within(actor, id, window, async (domain) => {
        const { answered, addresses } = await reading.read(actor.accountId, domain, window)
        const source = answered.sources.find((one) => one.key === key)
        const own = addresses.get(key)
        if (!source || !own) return {}
        const days = await store.aggregates.sourceDays(id, window, own)
        const rest = answered.rest?.messages ?? 0
        const messages = answered.sources.reduce((sum, one) => sum + one.messages, rest)
        return { found: { source, addresses: own, days, messages } }
      }),
    keyOf: (actor, id, window, ip) =>
      within(actor, id, window, async (domain) => {
        const { addresses } = await reading.read(actor.accountId, domain, window)
        const [key] = [...addresses].find(([, own]) => own.includes(ip)) ?? []
        return key === undefined ? {} : { key }
      }),
    records: (actor, id, window, { key, ip, after, limit }) =>
      within(actor, id, window, async (domain) => {
        const { addresses } = await reading.read(actor.accountId, domain, window)
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
