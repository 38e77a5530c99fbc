const DAY_MS = 86_400_000

/** The day of UTC of a moment in milliseconds, counted from 1970. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS)

/** When a day of UTC begins, in milliseconds. */
export const startOf = (day: number): number => day * DAY_MS

/** 2026-11-22 */
export const dayWords = (day: number): string => new Date(startOf(day)).toISOString().slice(0, 10)
