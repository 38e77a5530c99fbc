import { refusalOf } from '../../../core/access/permission.ts'
import { granted, type Result, refused } from '../../../core/refusal.ts'
import { QueryTooLong } from '../../../store/aggregates.ts'
import type { StandingReads } from '../../../store/dmarc/source-facts.ts'
import type { TlsReads } from '../../../store/tls-reports.ts'
import type { AccountActor } from '../../access/actor.ts'
import { dayNumberOf } from '../../aggregates/window.ts'
import type { SenderDomains } from '../../domains/sender-domains.ts'
import type { Clock } from '../../ports.ts'
import type { Readiness } from '../ready.ts'
import { attentionOf } from './attention.ts'
import { ATTENTION, type DomainStanding, type StandingRow, standingWindow } from './standing.ts'

/** How the verified domains of an account stand, the worst first. */
export interface Standings {
  /** So many domains behind the one with that id. `busy`: it took too long. */
  of(actor: AccountActor, page: { limit: number; after?: string }): Promise<Result<StandingPage>>
}

export interface StandingPage {
  window: { from: number; to: number }
  rows: StandingRow[]
  /** Verified domains of the account, and those that are not verified. */
  all: number
  unverified: number
  isLater: boolean
  /** The id behind which the next page begins. Absent: there is none. */
  next?: string
}

export interface StandingsDeps {
  standings: StandingReads
  tls: Pick<TlsReads, 'summary'>
  domains: Pick<SenderDomains, 'list'>
  /** Absent: nobody counts it. */
  readiness?: ReadinessSource
  clock: Clock
  /** So long a page waits for what is not kept. */
  patience?: number
}

export interface ReadinessSource {
  of(actor: AccountActor, domainId: string): Promise<Result<Readiness>>
  /** What was counted before, without counting. */
  kept?(domainId: string): Readiness | undefined
}

const PATIENCE_MS = 700
/** Domains that are counted at once. */
const AT_ONCE = 4

export function createStandings(deps: StandingsDeps): Standings {
  const { clock, patience = PATIENCE_MS } = deps

  async function page(
    actor: AccountActor,
    { limit, after }: { limit: number; after?: string },
  ): Promise<StandingPage> {
    const domains = await deps.domains.list(actor.accountId)
    const verified = domains.filter((one) => one.verified)
    const window = standingWindow(dayNumberOf(clock.now()))
    const sums = await deps.standings.standings(
      verified.map(({ id }) => id),
      window,
    )
    const known = verified.map(({ id, domain }): StandingRow => {
      const standing: DomainStanding = { ...(sums.get(id) ?? NOTHING), domain: { id, domain } }
      return rowOf(standing, deps.readiness?.kept?.(id), window.to)
    })
    const sorted = worstFirst(known)
    const from = sorted.findIndex(({ standing }) => standing.domain.id === after) + 1
    const shown = sorted.slice(from, from + limit)
    const last = shown.at(-1)
    const next = from + limit < sorted.length ? last?.standing.domain.id : undefined
    return {
      window,
      rows: worstFirst(await counted(actor, shown, window)),
      all: verified.length,
      unverified: domains.length - verified.length,
      isLater: from > 0,
      ...(next !== undefined && { next }),
    }
  }

  /** With what has to be counted for each domain, as far as that is done in time. */
  async function counted(
    actor: AccountActor,
    rows: readonly StandingRow[],
    window: { from: number; to: number },
  ): Promise<StandingRow[]> {
    const found = [...rows]
    const waiting = rows.flatMap((row, at) => (row.standing.lastDay === undefined ? [] : [at]))
    const until = performance.now() + patience
    const worker = async () => {
      for (let at = waiting.shift(); at !== undefined && performance.now() < until; at = waiting.shift()) {
        const row = rows[at]
        if (row) found[at] = await one(actor, row, window)
      }
    }
    const all = Promise.all(Array.from({ length: AT_ONCE }, worker))
    await Promise.race([all, Bun.sleep(patience)])
    return [...found]
  }

  async function one(
    actor: AccountActor,
    { standing, readiness }: StandingRow,
    window: { from: number; to: number },
  ): Promise<StandingRow> {
    const { id } = standing.domain
    const [answer, tls] = await Promise.all([
      readiness ? granted(readiness) : deps.readiness?.of(actor, id),
      deps.tls.summary(id, window).catch(orBusy),
    ])
    const told = tls && { sessions: tls.successes + tls.failures, failures: tls.failures }
    return rowOf(
      { ...standing, ...(told && { tls: told }) },
      answer?.ok ? answer.value : undefined,
      window.to,
    )
  }

  return {
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

const NOTHING = { messages: 0, pass: 0, reports: 0, before: { messages: 0, pass: 0 }, days: [] }

function orBusy(cause: unknown): undefined {
  if (!(cause instanceof QueryTooLong)) throw cause
}

function rowOf(standing: DomainStanding, readiness: Readiness | undefined, settled: number): StandingRow {
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
