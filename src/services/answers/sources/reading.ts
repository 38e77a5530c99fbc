import type { SpfNaming } from '../../../core/aggregate/spf-naming.ts'
import type { SenderDomain } from '../../../core/sender-domain.ts'
import type { AggregateReads, AggregateWindow } from '../../../store/aggregates.ts'
import type { DomainFacts, FactReads } from '../../../store/dmarc/source-facts.ts'
import type { SourceMarkStore } from '../../../store/dmarc/source-marks.ts'
import { type Clock, ticksOf } from '../../ports.ts'
import type { SpfNamings } from '../spf-naming.ts'
import { type Answer, answerInTurns } from './answer.ts'
import { createKept } from './kept.ts'
import type { SourceKnowledge } from './outside.ts'
import { countSince } from './since.ts'

/** Sources of a window with the facts that they are made of. */
export interface ReadSources extends Answer {
  facts: DomainFacts
}

/** Reads who sends as a domain, for services that have found out who may know it. Rejects with `QueryTooLong`. */
export interface SourceReading {
  read(accountId: string, domain: SenderDomain, window: AggregateWindow): Promise<ReadSources>
}

export interface SourceReadingDeps extends Pick<SourceKnowledge, 'organisationOf' | 'senders'> {
  store: {
    aggregates: Pick<AggregateReads, 'reports'> & Pick<FactReads, 'facts' | 'sourceDays'>
    sourceMarks: Pick<SourceMarkStore, 'of'>
  }
  spf: SpfNamings
  clock: Clock
}

/** Addresses of a window that are looked at: those with most messages. */
const MOST = 5_000
/** What names are found out meanwhile shows after so long. */
const FRESH_MS = 60_000
/** Rows that are kept in memory; an answer weighs as much as its rows. */
const KEPT = { all: 60_000, account: 20_000 }

interface Entry {
  version: string
  at: number
  facts: Promise<DomainFacts>
  answer?: { by: string; answer: Promise<Answer> }
}

export function createSourceReading(deps: SourceReadingDeps): SourceReading {
  const { store, clock, spf, organisationOf, senders } = deps
  const kept = createKept<Entry>(KEPT)

  /** What the reports of a window are: the same as long as none came, went, or turned out to be authenticated. */
  async function versionOf(domainId: string, window: AggregateWindow): Promise<string> {
    const { total, latestReportAt } = await store.aggregates.reports(domainId, window, {
      limit: 1,
      offset: 0,
    })
    return `${total} ${latestReportAt?.getTime() ?? ''}`
  }

  async function factsFor(accountId: string, domainId: string, window: AggregateWindow): Promise<Entry> {
    const version = await versionOf(domainId, window)
    const key = [domainId, window.from, window.to, window.authenticated ?? 'all'].join(' ')
    const before = kept.get(key)
    if (before?.version === version && ticksOf(clock) - before.at < FRESH_MS) return before
    const facts = store.aggregates.facts(domainId, window, MOST)
    const entry: Entry = { version, at: ticksOf(clock), facts }
    kept.put(key, { accountId, weight: 1 }, entry)
    const { rows, traits } = await facts.catch((cause: unknown) => {
      kept.drop(key)
      throw cause
    })
    kept.put(key, { accountId, weight: 1 + rows.length + traits.length }, entry)
    return entry
  }

  async function answered(
    domainId: string,
    facts: DomainFacts,
    known: SourceKnowledge,
    window: AggregateWindow,
  ): Promise<Answer> {
    const guessed = await answerInTurns(facts, known, window)
    const since = await countSince(store.aggregates, domainId, window, guessed)
    return since.size > 0 ? answerInTurns(facts, { ...known, since }, window) : guessed
  }

  return {
    async read(accountId, { id, domain }, window) {
      const [entry, marks] = await Promise.all([factsFor(accountId, id, window), store.sourceMarks.of(id)])
      const facts = await entry.facts
      const ips = [...new Set(facts.rows.map(({ ip }) => ip))]
      const naming = await spf.of({ accountId, domain }, ips)
      const by = JSON.stringify([marks, ...toldBy(naming)])
      if (entry.answer?.by !== by) {
        const named = (ip: string) => naming.byAddress.get(ip) ?? ({ state: 'unknown' } as const)
        const known = { domain, organisationOf, senders, marks, spf: named }
        const answer = answered(id, facts, known, window)
        const held = { by, answer }
        entry.answer = held
        answer.catch(() => {
          if (entry.answer === held) delete entry.answer
        })
      }
      return { ...(await entry.answer.answer), facts }
    },
  }
}

/** What an SPF record names, in as few words as tell it from what it named before. */
function toldBy({ record, text, byAddress }: SpfNaming): (string | number)[] {
  const counts = { named: 0, not_named: 0, unknown: 0 }
  for (const { state } of byAddress.values()) counts[state] += 1
  return [record, text ?? '', counts.named, counts.not_named]
}
