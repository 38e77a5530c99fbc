import { refusalOf } from '../../core/access/permission.ts'
import { dayOf, dayWords } from '../../core/kept/day.ts'
import type { HistoryCount, HistoryStore } from '../../store/history.ts'
import type { AccountActor } from '../access/actor.ts'
import type { Clock } from '../ports.ts'
import { joined, spreadOf } from './counts.ts'

/** The windows that pages offer, in days. */
export const HISTORY_WINDOWS = [7, 30, 90, 395] as const

/** What one point of a series stands for. A week is any seven days, counted back from today. */
export type HistoryPeriod = 'day' | 'week'

/** Messages that arrived on a day of UTC, or in the week that began with it, and were analysed. */
export interface HistoryDay {
  /** 2026-11-22 */
  day: string
  scored: number
  /** Messages that could not be analysed. */
  failed: number
  /** Of the scored ones; absent where there are none. */
  score?: { median: number; low: number; high: number }
}

/** How often a check failed in the window, of how many scored messages. */
export interface FailingCheck {
  name: string
  failed: number
  of: number
}

export interface HistoryOf {
  per: HistoryPeriod
  /** The first and the last day of the window, also where nothing arrived on them. A series per week begins with its first week. */
  since: string
  until: string
  /** Of the whole window; absent where nothing was scored. */
  score?: { median: number; low: number; high: number }
  /** Oldest first. Days and weeks without any message are left out: no data is not zero. */
  days: HistoryDay[]
  /** The most often failed first. */
  checks: FailingCheck[]
}

export interface HistoryQuery {
  /** A From domain, A-labels. Absent: all mail of the account. */
  domain?: string
  /** How far back, today included. */
  days: number
  /** Absent: weeks where there would be more than 90 days. */
  per?: HistoryPeriod
}

/** What is kept of analysed messages for 13 months, when tests are long gone. */
export interface History {
  /** Of the account, or of one From domain of it. Empty for whoever may not read its tests. */
  of(actor: AccountActor, query: HistoryQuery): Promise<HistoryOf>
  /** From domains of the account's mail, by name, up to a bound. */
  domains(actor: AccountActor): Promise<string[]>
}

export interface HistoryDeps {
  store: { history: Pick<HistoryStore, 'counts' | 'domains'> }
  clock: Clock
}

/** More days than this are told by weeks. */
const MOST_DAYS = 90
const LONGEST_DAYS = 400
const MOST_DOMAINS = 200
const WEEK = 7

export function createHistory({ store: { history }, clock }: HistoryDeps): History {
  const mayRead = (actor: AccountActor) => refusalOf(actor, 'tests.read') === undefined
  return {
    async of(actor, { domain, days, per = days > MOST_DAYS ? 'week' : 'day' }) {
      const length = per === 'week' ? WEEK : 1
      const periods = Math.ceil(Math.min(LONGEST_DAYS, Math.max(1, Math.floor(days))) / length)
      const today = dayOf(clock.now().getTime())
      const since = today + 1 - periods * length
      const window = { per, since: dayWords(since), until: dayWords(today) }
      if (!mayRead(actor)) return { ...window, days: [], checks: [] }
      const which = { since, ...(domain !== undefined && { domain }) }
      // A clock that was ahead may have left days that are not there yet.
      const counts = (await history.counts(actor.accountId, which)).filter(({ day }) => day <= today)
      return { ...window, ...toldOf(counts, since, length) }
    },
    domains: async (actor) => (mayRead(actor) ? history.domains(actor.accountId, MOST_DOMAINS) : []),
  }
}

function toldOf(
  counts: readonly HistoryCount[],
  since: number,
  length: number,
): Pick<HistoryOf, 'score' | 'days' | 'checks'> {
  const periods = Map.groupBy(counts, ({ day }) => since + Math.floor((day - since) / length) * length)
  const days = [...periods].map(([day, those]) => {
    const { scored, failed, scores } = joined(those)
    const score = spreadOf(scores)
    return { day: dayWords(day), scored, failed, ...(score && { score }) }
  })
  const all = joined(counts)
  const checks = Object.entries(all.checks)
    .map(([name, failed]) => ({ name, failed, of: all.scored }))
    .toSorted((a, b) => b.failed - a.failed || (a.name < b.name ? -1 : 1))
  const score = spreadOf(all.scores)
  return { ...(score && { score }), days, checks }
}
