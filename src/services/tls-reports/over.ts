import type { TlsSummary } from '../../store/tls-reports.ts'

/** Days with sessions and without a failure after which it is over, as the watch over reports has it. */
const OVER_DAYS = 3

type Failed = TlsSummary['failed'][number]

/** One kind of failure at one host, and how it stands by the last reports. */
export interface StandingFailure extends Failed {
  /** Absent: it lasts, or too few reports came since. */
  over?: { days: number; sessions: number }
}

/** Which failures of a window last within the last reports. `proved`: what authenticated reports say until today, as anybody could write that all
 * is well. */
export function standingOf(
  { failed }: Pick<TlsSummary, 'failed'>,
  proved: Pick<TlsSummary, 'days' | 'failed' | 'moreFailed'>,
): StandingFailure[] {
  return failed.map((one) => {
    const again = proved.failed.find(({ type, host }) => type === one.type && host === one.host)
    const lastDay = Math.max(one.lastDay, again?.lastDay ?? 0)
    const later = proved.days
      .map(({ day, successes, failures }) => ({ day, sessions: successes + failures }))
      .filter(({ day, sessions }) => day > lastDay && sessions > 0)
    // What is not among the most frequent may have come again.
    const isKnown = again !== undefined || proved.moreFailed === 0
    if (!isKnown || later.length < OVER_DAYS) return { ...one, lastDay }
    const sessions = later.reduce((sum, day) => sum + day.sessions, 0)
    return { ...one, lastDay, over: { days: later.length, sessions } }
  })
}

/** How many of the failed sessions of a window did not end. Those of which reports give no reason end with all others: after days without any. */
export function lastingFailures(
  summary: Pick<TlsSummary, 'days' | 'failed' | 'failures'>,
  proved: Pick<TlsSummary, 'days' | 'failed' | 'moreFailed'>,
): number {
  const days = [...summary.days, ...proved.days]
  const last = days.reduce((latest, { day, failures }) => (failures > 0 ? Math.max(latest, day) : latest), 0)
  const later = proved.days.filter(({ day, successes }) => day > last && successes > 0)
  if (later.length >= OVER_DAYS) return 0
  const over = standingOf(summary, proved).filter((one) => one.over)
  return Math.max(0, summary.failures - over.reduce((sum, { sessions }) => sum + sessions, 0))
}
