/** A part of a whole, 0 to 1, rounded down to 4 places, so that 1 means all of it; exact however large. Null: the whole is nothing. */
export function shareOf(part: number, whole: number): number | null {
  if (whole === 0) return null
  return Number((BigInt(part) * 10_000n) / BigInt(whole)) / 10_000
}

/** A part of a whole for people, to a tenth of a percent and never more than it is: 96.3%, 98.0%, and 100% only of all. */
export function percentDown(part: number, whole: number): string {
  return inWords(part, whole, (BigInt(part) * 1_000n) / BigInt(Math.max(whole, 1)))
}

/** The same of what fails, never less than it is: within a limit only where the part is. */
export function percentUp(part: number, whole: number): string {
  const all = BigInt(Math.max(whole, 1))
  const tenths = (BigInt(part) * 1_000n + all - 1n) / all
  return tenths === 1_000n && part < whole ? 'over 99.9%' : inWords(part, whole, tenths)
}

function inWords(part: number, whole: number, tenths: bigint): string {
  if (part === 0 || whole === 0) return '0%'
  if (part >= whole) return '100%'
  return BigInt(part) * 1_000n < BigInt(whole) ? 'under 0.1%' : `${(Number(tenths) / 10).toFixed(1)}%`
}
