import { refusalOf } from '../../../core/access/permission.ts'
import { granted, type Result, refused } from '../../../core/refusal.ts'
import { type AggregateWindow, QueryTooLong } from '../../../store/aggregates.ts'
import type { FactReads } from '../../../store/dmarc/source-facts.ts'
import type { TlsReads } from '../../../store/tls-reports.ts'
import type { AccountActor } from '../../access/actor.ts'
import { dayNumberOf } from '../../aggregates/window.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import { type Clock, ticksOf } from '../../ports.ts'
import { lastingFailures } from '../../tls-reports/over.ts'
import { policyLines } from '../policies/spans.ts'
import type { Readiness, ReadinessAnswers } from '../ready.ts'
import { inTime, PAGE_PATIENCE_MS } from '../soon.ts'
import { attentionOf } from './attention.ts'
import { ATTENTION, type DomainStanding, type StandingRow, standingWindow } from './standing.ts'

/** How the verified domains of an account stand, the worst first. */
export interface Standings {
  /** So many domains behind the one with that id. `patience`: so long, in milliseconds, the answer waits for what is not counted yet.
   * `busy`: it took too long. */
  of(
    actor: AccountActor,
    page: { limit: number; after?: string; patience?: number },
  ): Promise<Result<StandingPage>>
  /** What was counted of the domains of an account holds no more: people said whose a source is. */
  forget(accountId: string): void
}

export interface StandingPage {
  window: { from: number; to: number }
  rows: StandingRow[]
  /** Verified domains of the account, and those that are not verified. */
  all: number
  unverified: number
  isLater: boolean
  /** Of most rows more is known in a moment. */
  isOpen: boolean
  /** The id behind which the next page begins. Absent: there is none. */
  next?: string
}

export interface StandingsDeps {
  aggregates: Pick<FactReads, 'standings' | 'policies'>
  tls: Pick<TlsReads, 'summary'>
  domains: Pick<SenderDomains, 'list'>
  readiness: Pick<ReadinessAnswers, 'readiness'>
  clock: Clock
  /** So long a page waits for what has to be counted domain by domain. */
  patience?: number
}

type More = Pick<DomainStanding, 'policy' | 'tls'> & { readiness?: Readiness }

/** Domains that are looked at one by one at the same time. */
const AT_ONCE = 4
/** All others are looked at one after the other behind that, at leisure. */
const REST_MS = 100
const MOST_OTHERS = 500
/** What was counted is shown again so long; later it is used for the order, and where it cannot be counted anew in time. */
const FRESH_MS = 60_000
const MOST_KEPT = 2_000

export function createStandings(deps: StandingsDeps): Standings {
  const { clock, patience: usual = PAGE_PATIENCE_MS } = deps
  const kept = new Map<string, { accountId: string; at: number; more: More }>()

  /** Domains that are looked at, and accounts all of whose domains are gone through. */
  const underWay = new Set<string>()
  const goneThrough = new Set<string>()

  /** How often it was said of an account that nothing holds any more: what was asked before is not kept. */
  const forgotten = new Map<string, number>()
  const ageOf = (accountId: string) => forgotten.get(accountId) ?? 0

  function keep(id: string, accountId: string, more: More): void {
    kept.delete(id)
    kept.set(id, { accountId, at: clock.now().getTime(), more })
    const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }

  const isFresh = (id: string) => Math.abs(clock.now().getTime() - (kept.get(id)?.at ?? -FRESH_MS)) < FRESH_MS

  async function page(
    actor: AccountActor,
    { limit, after, patience = usual }: { limit: number; after?: string; patience?: number },
  ): Promise<StandingPage> {
    const began = ticksOf(clock)
    const domains = await deps.domains.list(actor.accountId)
    const verified = domains.filter((one) => one.verified)
    const window = standingWindow(dayNumberOf(clock.now()))
    const ids = verified.map(({ id }) => id)
    const sums = new Map((await deps.aggregates.standings(ids, window)).map((one) => [one.domainId, one]))
    const standings = verified.map(({ id, domain }): DomainStanding => {
      const found = sums.get(id)
      return { ...(found ?? NOTHING), isReported: found !== undefined, domain: { id, domain } }
    })
    const rowOf = (standing: DomainStanding) =>
      madeOf(standing, kept.get(standing.domain.id)?.more ?? {}, window.to)
    const sorted = worstFirst(standings.map(rowOf))
    const from = sorted.findIndex(({ standing }) => standing.domain.id === after) + 1
    const shown = sorted.slice(from, from + limit).map(({ standing }) => standing)
    const next = from + limit < sorted.length ? shown.at(-1)?.domain.id : undefined
    const others = sorted.map(({ standing }) => standing).filter((one) => !shown.includes(one))
    await lookCloser(actor, { shown, others }, window, patience - (ticksOf(clock) - began))
    const waiting = shown.filter(isWaiting)
    return {
      window,
      rows: worstFirst(shown.map(rowOf)),
      all: verified.length,
      unverified: domains.length - verified.length,
      isLater: from > 0,
      isOpen: waiting.length * 2 > shown.length,
      ...(next !== undefined && { next }),
    }
  }

  const isWaiting = ({ domain, isReported }: DomainStanding) => isReported && !kept.has(domain.id)

  /** What has to be asked for each domain, as far as that is done in time; the rest goes on, and is there the next time. */
  async function lookCloser(
    actor: AccountActor,
    { shown, others }: Record<'shown' | 'others', readonly DomainStanding[]>,
    window: AggregateWindow,
    patience: number,
  ): Promise<void> {
    const waiting = shown.filter(
      ({ domain: { id }, isReported }) => isReported && !isFresh(id) && !underWay.has(id),
    )
    const worker = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) await lookOnce(actor, one.domain, window)
    }
    const begin = () => Promise.all(Array.from({ length: AT_ONCE }, worker))
    // A page that waits no longer goes out before its domains are looked at.
    const all = patience > 0 ? begin() : Bun.sleep(0).then(begin)
    void all.then(() => goThrough(actor, others.filter(isWaiting), window)).catch(() => {})
    if (patience > 0) await inTime(all, patience)
  }

  /** Which domains are the worst is known once all were looked at. */
  async function goThrough(
    actor: AccountActor,
    others: readonly DomainStanding[],
    window: AggregateWindow,
  ): Promise<void> {
    if (goneThrough.has(actor.accountId)) return
    goneThrough.add(actor.accountId)
    try {
      for (const one of others.slice(0, MOST_OTHERS)) {
        await Bun.sleep(REST_MS)
        if (isWaiting(one)) await lookOnce(actor, one.domain, window)
      }
    } finally {
      goneThrough.delete(actor.accountId)
    }
  }

  async function lookOnce(
    actor: AccountActor,
    domain: DomainStanding['domain'],
    window: AggregateWindow,
  ): Promise<void> {
    if (underWay.has(domain.id)) return
    underWay.add(domain.id)
    await lookAt(actor, domain, window).finally(() => underWay.delete(domain.id))
  }

  /** What failed and is over, as reports say until today, needs nobody. */
  async function tlsOf(id: string, window: AggregateWindow): Promise<NonNullable<DomainStanding['tls']>> {
    const summary = await deps.tls.summary(id, window)
    const sessions = summary.successes + summary.failures
    if (summary.failures === 0) return { sessions, failures: 0 }
    const until = { ...window, to: dayNumberOf(clock.now()), authenticated: true }
    return { sessions, failures: lastingFailures(summary, await deps.tls.summary(id, until)) }
  }

  async function lookAt(
    actor: AccountActor,
    { id, domain }: DomainStanding['domain'],
    window: AggregateWindow,
  ): Promise<void> {
    const age = ageOf(actor.accountId)
    const [answer, seen, tls] = await Promise.all([
      deps.readiness.readiness(actor, id),
      deps.aggregates.policies(id, window).catch(orBusy),
      tlsOf(id, window).catch(orBusy),
    ])
    const policy = seen && policyLines(seen, domain)[0]?.spans.at(-1)?.policy
    if (age !== ageOf(actor.accountId)) return
    keep(id, actor.accountId, {
      ...(answer.ok && { readiness: answer.value }),
      ...(policy && { policy }),
      ...(tls && { tls }),
    })
  }

  return {
    forget(accountId) {
      forgotten.set(accountId, ageOf(accountId) + 1)
      for (const [id, one] of kept) if (one.accountId === accountId) kept.delete(id)
    },
    async of(actor, asked) {
      const refusal = refusalOf(actor, 'dmarc.read')
      if (refusal) return refused(refusal)
      try {
        return granted(await page(actor, asked))
      } catch (cause) {
        if (cause instanceof QueryTooLong) return refused({ kind: 'busy' })
        throw cause
      }
    },
  }
}

const NOTHING = {
  messages: 0,
  pass: 0,
  reports: 0,
  before: { messages: 0, pass: 0, reports: 0 },
  days: () => [],
}

function orBusy(cause: unknown): undefined {
  if (!(cause instanceof QueryTooLong)) throw cause
}

function madeOf(sums: DomainStanding, { readiness, ...more }: More, settled: number): StandingRow {
  const standing = { ...sums, ...more }
  return {
    standing,
    ...(readiness && { readiness }),
    attention: attentionOf({ standing, readiness, settled }),
  }
}

/** By what needs somebody; among those that are alike by failed messages, then by name. */
export function worstFirst(rows: readonly StandingRow[]): StandingRow[] {
  const rank = ({ attention }: StandingRow) => ATTENTION.indexOf(attention.kind)
  const failed = ({ standing }: StandingRow) => standing.messages - standing.pass
  return rows.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      failed(b) - failed(a) ||
      (a.standing.domain.domain < b.standing.domain.domain ? -1 : 1),
  )
}
