import { once } from '../../core/making/once.ts'

const DAY = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
)

/** 23 Nov 2026, of UTC: days as pages write them. */
export const dayInWords = (at: Date): string => DAY().format(at)

/** A day that is kept as 2026-11-23; what is none stays as it is. */
export function keptDayInWords(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? day : dayInWords(at)
}
