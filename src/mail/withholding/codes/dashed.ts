import { bitsOf, OF_ACCOUNTS } from '../../data/auth-words/concepts.ts'
import type { Reader } from '../segments.ts'

/** What a word that is parted by dashes may say of accounts. */
const OF_WORDS = bitsOf(OF_ACCOUNTS)
/** Small letters and dashes, with a digit or two. */
const STEP = /^(?!(?:\D*\d){3})[a-z\d]{2,}(?:-[a-z\d]{2,}){1,4}$/

/** `Zwei-Faktor-Anmeldung`, `login-e2e`: words with dashes that speak of accounts themselves; `spoken` is what the sentence does. */
export function isDashedWord(text: string, spoken: () => number, reader: Reader): boolean {
  if (!text.includes('-')) return false
  if (!/\d/.test(text)) return (spoken() & OF_WORDS) !== 0
  if (!STEP.test(text)) return false
  return text.split('-').some((part) => !/\d/.test(part) && (reader.read(part).bits & OF_WORDS) !== 0)
}
