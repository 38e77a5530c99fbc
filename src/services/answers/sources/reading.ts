import type { SpfNaming } from '../../../core/aggregate/spf-naming.ts'
import type { SenderDomain } from '../../../core/sender-domain.ts'
import type { AggregateReads, AggregateWindow } from '../../../store/aggregates.ts'
import type { DomainFacts, FactReads } from '../../../store/dmarc/source-facts.ts'
import type { SourceMarkStore } from '../../../store/dmarc/source-marks.ts'
import { dayNumberOf } from '../../aggregates/window.ts'
import { type Clock, ticksOf } from '../../ports.ts'
import { lastingMs } from '../lasting.ts'
import type { Looked } from '../looked.ts'
import { inTime, isGood, isRecent } from '../soon.ts'
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

/** What reports and people say: the same as long as neither says more. */
export interface Version {
  reports: string
  marks: string
}

/** Reads who sends as a domain, for services that have found out who may know it. Rejects with `QueryTooLong`. */
export interface SourceReading {
  /** For pages, which come again: kept, within bounds. */
  read(accountId: string, domain: SenderDomain, window: AggregateWindow): Promise<ReadSources>
  /** The same for a page that waits no longer than this. What was told within ten seconds, or of the same reports
   * within minutes, and goes by all that people said, takes its place. Undefined: there is none yet; it is kept when it is there. */
  soon(
    accountId: string,
    domain: SenderDomain,
    window: AggregateWindow,
    patienceMs: number,
  ): Promise<ReadSources | undefined>
  /** For who keeps what they make of it: it never takes the place of what pages ask for. */
  readOnce(accountId: string, domain: SenderDomain, window: AggregateWindow): Promise<ReadSources>
  /** What is read is the same as long as this is, but for names that are found out and what the DNS says. */
  version(domainId: string, window: AggregateWindow): Promise<Version>
}

export interface SourceReadingDeps extends Pick<SourceKnowledge, 'organisationOf' | 'senders'> {
  store: {
    aggregates: Pick<AggregateReads, 'reports'> & Pick<FactReads, 'facts' | 'sourceDays'>
    sourceMarks: Pick<SourceMarkStore, 'of'>
  }
  spf: SpfNamings
  clock: Clock
  /** Told what pages ask for. Absent: nothing is worked out before somebody asks. */
  looked?: Pick<Looked, 'saw'>
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
  weight: number
  state: 'reading' | 'read' | 'failed'
  /** Somebody asked who may ask again. */
  isKept: boolean
  facts: Promise<DomainFacts>
  answer?: { by: string; answer: Promise<Answer> }
  /** What was answered last, of these reports or of those before. */
  last?: { by: string; marks: string; at: number; read: ReadSources }
}

/** Who asks: whether they come again, and whether what is under way is as good to them as what is true now. */
interface Asking {
  accountId: string
  isKept: boolean
  joins?: true
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

  async function entryFor(
    { accountId, isKept, joins }: Asking,
    domainId: string,
    window: AggregateWindow,
  ): Promise<Entry> {
    const by = await versionOf(domainId, window)
    const key = keyOf(domainId, window)
    const before = kept.get(key)
    if (before && (isTrue(before, by) || (joins && isUnderWay(before)))) {
      before.isKept ||= isKept
      return before
    }
    const entry: Entry = {
      by,
      at: ticksOf(clock),
      lastsMs: lastingMs(before, by),
      weight: before?.weight ?? 1,
      state: 'reading',
      isKept,
      facts: store.aggregates.facts(domainId, window, MOST),
      ...(before?.last && { last: before.last }),
    }
    // Who asks meanwhile waits for the same.
    kept.put(key, { accountId, weight: entry.weight }, entry)
    void settle(key, accountId, entry)
    return entry
  }

  const isTrue = ({ by, at, lastsMs, state }: Entry, now: string) =>
    state !== 'failed' && by === now && ticksOf(clock) - at < lastsMs

  /** Who looks again and again would never see the end of what they began, nor that it cannot be read. */
  const isUnderWay = ({ state, at }: Entry) =>
    state === 'reading' || (state === 'failed' && isRecent(at, clock))

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
    entry.state = facts ? 'read' : 'failed'
    if (!facts) entry.at = ticksOf(clock)
    if (kept.get(key) !== entry) return
    entry.weight = facts ? bytesOf(facts) : 1
    if (!facts) delete entry.last
    if (entry.isKept) kept.put(key, { accountId, weight: entry.weight }, entry)
    else kept.drop(key)
  }

  async function read(
    asking: Asking,
    { id, domain }: SenderDomain,
    window: AggregateWindow,
  ): Promise<ReadSources> {
    const [entry, marks] = await Promise.all([entryFor(asking, id, window), store.sourceMarks.of(id)])
    const facts = await entry.facts
    const ips = [...new Set(facts.rows.map(({ ip }) => ip))]
    const naming = await spf.of({ accountId: asking.accountId, domain }, ips)
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
    const found = { ...(await entry.answer.answer), facts }
    entry.last = { by: entry.by, marks: JSON.stringify(marks), at: ticksOf(clock), read: found }
    return found
  }

  /** What was answered before, where that is as good. */
  async function lastOf(domainId: string, window: AggregateWindow): Promise<ReadSources | undefined> {
    const entry = kept.get(keyOf(domainId, window))
    if (!entry?.last) return undefined
    const { by, marks, at, read: found } = entry.last
    if (!isGood(at, by === entry.by, clock)) return undefined
    return marks === JSON.stringify(await store.sourceMarks.of(domainId)) ? found : undefined
  }

  /** Reads again what is kept and true no more, of the same days counted from today. */
  function saw(accountId: string, domain: SenderDomain, window: AggregateWindow): void {
    const seenOn = dayNumberOf(clock.now())
    deps.looked?.saw(`sources ${keyOf(domain.id, window)}`, accountId, async () => {
      const by = dayNumberOf(clock.now()) - seenOn
      const now = { ...window, from: window.from + by, to: window.to + by }
      const before = kept.get(keyOf(domain.id, now))
      if (!before && (by === 0 || !kept.get(keyOf(domain.id, window)))) return
      if (before && isTrue(before, await versionOf(domain.id, now))) return
      await read({ accountId, isKept: true, joins: true }, domain, now)
    })
  }

  return {
    read: (accountId, domain, window) => read({ accountId, isKept: true }, domain, window),
    async soon(accountId, domain, window, patienceMs) {
      saw(accountId, domain, window)
      const whole = read({ accountId, isKept: true, joins: true }, domain, window)
      return (await inTime(whole, patienceMs)) ?? lastOf(domain.id, window)
    },
    readOnce: (accountId, domain, window) => read({ accountId, isKept: false }, domain, window),
    async version(domainId, window) {
      const [reports, marks] = await Promise.all([
        versionOf(domainId, window),
        store.sourceMarks.of(domainId),
      ])
      return { reports, marks: JSON.stringify(marks) }
    },
  }
}

const keyOf = (domainId: string, { from, to, authenticated }: AggregateWindow) =>
  [domainId, from, to, authenticated ?? 'all'].join(' ')

/** What an SPF record names, in as few words as tell it from what it named before. */
function toldBy({ record, text, byAddress }: SpfNaming): (string | number)[] {
  const counts = { named: 0, not_named: 0, unknown: 0 }
  for (const { state } of byAddress.values()) counts[state] += 1
  return [record, text ?? '', counts.named, counts.not_named]
}
