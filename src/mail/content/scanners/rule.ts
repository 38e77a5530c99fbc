/** One rule of a scanner that hit. */
export interface ScanRule {
  name: string
  points: number
  /** The scanner's own words for the rule, the same for every message. */
  description: string
  /** What the rule saw: it may repeat the message's own words. */
  notes: string[]
}

export interface Unreadable {
  kind: 'unreadable'
  /** What is wrong with the reply, to complete "The scanner gave no verdict: …". */
  says: string
}

export const unreadable = (says: string): Unreadable => ({ kind: 'unreadable', says })

/** Points past which a number is no score. */
const MOST_POINTS = 100_000

/** A finite number of points, or undefined for anything else a scanner may send. */
export function pointsIn(value: unknown): number | undefined {
  const points = typeof value === 'string' ? Number(value) : value
  return typeof points === 'number' && Math.abs(points) <= MOST_POINTS ? points : undefined
}

/** One line without control characters, bounded. */
export function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
