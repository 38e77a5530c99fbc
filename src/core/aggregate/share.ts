/** A part of a whole, 0 to 1, rounded down to 4 places, so that 1 means all of it; exact however large. Null: the whole is nothing. */
export function shareOf(part: number, whole: number): number | null {
  if (whole === 0) return null
  return Number((BigInt(part) * 10_000n) / BigInt(whole)) / 10_000
}
