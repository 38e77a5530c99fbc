/** 48,250 */
export const amount = (count: number): string => count.toLocaleString('en-US')

/** 1 message, 2 messages. */
export const messagesOf = (count: number): string =>
  `${amount(count)} ${count === 1 ? 'message' : 'messages'}`

/** A share of what fails, rounded up, so that it is never shown within a limit that it is past: 3.1%. */
export function percentUp(part: number, whole: number): string {
  if (whole === 0) return '0%'
  const hundredths = (BigInt(part) * 10_000n + BigInt(whole) - 1n) / BigInt(whole)
  return `${Number(hundredths) / 100}%`
}

/** Names in a sentence: one, two and three. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
