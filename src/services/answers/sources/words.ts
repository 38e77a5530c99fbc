import { dateOfDay } from '../../aggregates/window.ts'

/** 48,250 */
export const amount = (count: number): string => count.toLocaleString('en-US')

/** 1 message, 48,250 messages */
export const messagesOf = (count: number): string =>
  `${amount(count)} ${count === 1 ? 'message' : 'messages'}`

export const date = (day: number): string => dateOfDay(day)

const DOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i
const LONGEST = 60

/** A name out of reports, which anybody may have written: as a domain, or not at all. */
export function nameOf(text: string): string {
  if (!DOMAIN.test(text)) return 'a name that is no domain'
  return text.length > LONGEST ? `…${text.slice(1 - LONGEST)}` : text
}

const MOST_NAMES = 3

/** a.example, b.example and 4 others; nothing where there is none. */
export function namesOf(texts: readonly string[]): string | undefined {
  const names = [...new Set(texts.map(nameOf))]
  if (names.length === 0) return undefined
  const shown = names.slice(0, MOST_NAMES)
  const left = names.length - shown.length
  if (left > 0) return `${shown.join(', ')} and ${left} ${left === 1 ? 'other' : 'others'}`
  const last = shown.pop() as string
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last
}

/** A term of an SPF record, which its owner wrote. */
export function termOf(term: string): string {
  const plain = term.replace(/[^\x21-\x7e]/g, '?')
  return plain.length > 2 * LONGEST ? `${plain.slice(0, 2 * LONGEST - 1)}…` : plain
}
