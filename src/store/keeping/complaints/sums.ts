import { COMPLAINT, type FeedbackType } from '../../../core/complaints/complaint.ts'
import type { ComplaintDay, ProviderComplaints } from '../../complaints/complaints.ts'

export interface DayRow {
  day: number
  authenticated: number
  type: FeedbackType
  reports: number
}

export function daysOf(rows: readonly DayRow[]): ComplaintDay[] {
  const days = new Map<number, ComplaintDay>()
  for (const { day, authenticated, type, reports } of rows) {
    const one = days.get(day) ?? { day, authenticated: {}, unauthenticated: {} }
    one[authenticated === 1 ? 'authenticated' : 'unauthenticated'][type] = reports
    days.set(day, one)
  }
  return [...days.values()]
}

/** Most complaints first. */
export function providersOf(
  rows: readonly { provider: string; type: FeedbackType; reports: number; lastDay: number }[],
): ProviderComplaints[] {
  const providers = new Map<string, ProviderComplaints>()
  for (const { provider, type, reports, lastDay } of rows) {
    const one = providers.get(provider) ?? { provider, counts: {}, lastDay }
    one.counts[type] = reports
    one.lastDay = Math.max(one.lastDay, lastDay)
    providers.set(provider, one)
  }
  const complaints = ({ counts }: ProviderComplaints) => counts[COMPLAINT] ?? 0
  return [...providers.values()].toSorted(
    (one, other) => complaints(other) - complaints(one) || (one.provider < other.provider ? -1 : 1),
  )
}
