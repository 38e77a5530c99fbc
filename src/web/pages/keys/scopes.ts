import type { Scope } from '../../../core/access/api-key.ts'

/** What each scope opens, for those who choose. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'tests:write': 'Create test addresses, and say what kind of mail a test is.',
  'tests:read': 'Read the tests of this account and their reports, with the words of their messages.',
  'domains:read': 'Read the sender domains of this account and how they are set up.',
  'dmarc:read': 'Read the DMARC reports that arrived for those domains.',
}

/** How long a new key may live. */
export const EXPIRIES = [
  ['never', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['date', 'On a day of your choice'],
] as const
