/** 48,250 */
export const amount = (count: number): string => count.toLocaleString('en-US')

/** 1 message, 2 messages. */
export const messagesOf = (count: number): string =>
  `${amount(count)} ${count === 1 ? 'message' : 'messages'}`

/** Names in a sentence: one, two and three. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
