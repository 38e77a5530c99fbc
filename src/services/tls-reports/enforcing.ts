import type { TlsSummary } from '../../store/tls-reports.ts'

/** Whether an MTA-STS policy in testing mode may enforce, by what reports say. */
export type Enforcing =
  | { state: 'ready'; sessions: number; days: number }
  | { state: 'failing'; sessions: number; failures: number }
  | { state: 'too_little'; days: number }

/** Settled days that count, and how many of them need a report. */
export const ENFORCING_DAYS = 14
export const ENFORCING_LEAST = 7

/** Of authenticated reports of these days alone: anybody could write that all is well. */
export function enforcingBy(summary: Pick<TlsSummary, 'days' | 'policies'>): Enforcing {
  const sts = summary.policies.find(({ type }) => type === 'sts')
  const days = summary.days.length
  const failures = sts?.failures ?? 0
  const sessions = (sts?.successes ?? 0) + failures
  if (failures > 0) return { state: 'failing', sessions, failures }
  return days < ENFORCING_LEAST || sessions === 0
    ? { state: 'too_little', days: sessions === 0 ? 0 : days }
    : { state: 'ready', sessions, days }
}
