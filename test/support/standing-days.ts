import type { SourceDay } from '../../src/store/dmarc/source-facts.ts'

/** Days of a standing, in order. */
export const standingDays = (days: readonly SourceDay[]) => {
  const last = days.at(-1)
  return { ...(last && { lastDay: last.day }), days: () => [...days] }
}
