import type { SpfNaming } from '../../../core/aggregate/spf-naming.ts'
import type { SenderDomain } from '../../../core/sender-domain.ts'
import type { AggregateReads, AggregateWindow } from '../../../store/aggregates.ts'
import type { DomainFacts, FactReads } from '../../../store/dmarc/source-facts.ts'
import type { SourceMarkStore } from '../../../store/dmarc/source-marks.ts'
import { type Clock, ticksOf } from '../../ports.ts'
import { lastingMs } from '../lasting.ts'
import type { SpfNamings } from '../spf-naming.ts'
import { type Answer, answerInTurns } from './answer.ts'
import { createKept } from './kept.ts'
import type { SourceKnowledge } from './outside.ts'
import { countSince } from './since.ts'
import { bytesOf } from './weight.ts'

/** Sources of a window with the facts that they are made of. */
export interface ReadSources extends Answer {
  facts: DomainFacts
}

/** Reads who sends as a domain, for services that have found out who may know it. Rejects with `QueryTooLong`. */
export interface SourceReading {
  /** For pages, which come again: kept, within bounds. */
  read(accountId: string, domain: SenderDomain, window: AggregateWindow): Promise<ReadSources>
  /** For who keeps what they make of it: it never takes the place of what pages ask for. */
  readOnce(accountId: string, domain: SenderDomain, window: AggregateWindow): Promise<ReadSources>
  /** What is read is the same as long as this is, but for names that are found out and what the DNS says. */
  version(domainId: string, window: AggregateWindow): Promise<string>
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
const MIB = 2 ** 20
/** Bytes that are kept in memory: the largest answer that there may be is to be kept, too. */
const KEPT = { all: 112 * MIB, account: 56 * MIB }

interface Entry {
  /** The reports that it is about. */
  by: string
  at: number
  lastsMs: number
  /** Somebody asked who may ask again. */
  isKept: boolean
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

  async function factsFor(
    { accountId, domainId, isKept }: { accountId: string; domainId: string; isKept: boolean },
    window: AggregateWindow,
  ): Promise<Entry> {
    const by = await versionOf(domainId, window)
    const key = [domainId, window.from, window.to, window.authenticated ?? 'all'].join(' ')
    const before = kept.get(key)
    if (before?.by === by && ticksOf(clock) - before.at < before.lastsMs) {
      before.isKept ||= isKept
      return before
    }
    const facts = store.aggregates.facts(domainId, window, MOST)
    const entry: Entry = { by, at: ticksOf(clock), lastsMs: lastingMs(before, by), isKept, facts }
    // Who asks meanwhile waits for the same.
    kept.put(key, { accountId, weight: 1 }, entry)
    void settle(key, accountId, entry)
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

  async function settle(key: string, accountId: string, entry: Entry): Promise<void> {
    const facts = await entry.facts.catch(() => undefined)
    if (kept.get(key) !== entry) return
    if (facts && entry.isKept) kept.put(key, { accountId, weight: bytesOf(facts) }, entry)
    else kept.drop(key)
  }

  async function read(
    { accountId, isKept }: { accountId: string; isKept: boolean },
    { id, domain }: SenderDomain,
    window: AggregateWindow,
  ): Promise<ReadSources> {
    const [entry, marks] = await Promise.all([
      factsFor({ accountId, domainId: id, isKept }, window),
      store.sourceMarks.of(id),
    ])
    const facts = await entry.facts
    const ips = [...new Set(facts.rows.map(({ ip }) => ip))]
    const naming = await spf.of({ accountId, domain }, ips)
    const by = JSON.stringify([marks, ...toldBy(naming)])
    if (entry.answer?.by !== by) {
      const named = (ip: string) => naming.byAddress.get(ip) ?? ({ state: 'unknown' } as const)
      const known = { domain, organisationOf, senders, marks, spf: named }
      const held = { by, answer: answered(id, facts, known, window) }
      entry.answer = held
      held.answer.catch(() => {
        if (entry.answer === held) delete entry.answer
      })
    }
    return { ...(await entry.answer.answer), facts }
  }

  return {
    read: (accountId, domain, window) => read({ accountId, isKept: true }, domain, window),
    readOnce: (accountId, domain, window) => read({ accountId, isKept: false }, domain, window),
    async version(domainId, window) {
      const [reports, marks] = await Promise.all([
        versionOf(domainId, window),
        store.sourceMarks.of(domainId),
      ])
      return JSON.stringify([reports, marks])
    },
  }
}

/** What an SPF record names, in as few words as tell it from what it named before. */
function toldBy({ record, text, byAddress }: SpfNaming): (string | number)[] {
  const counts = { named: 0, not_named: 0, unknown: 0 }
  for (const { state } of byAddress.values()) counts[state] += 1
  return [record, text ?? '', counts.named, counts.not_named]
}
