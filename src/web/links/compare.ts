import type { Place } from '../../services/comparing/comparing.ts'

/** A test, or one of its messages, as an address names it. */
export function placeText({ token, messageId }: Place): string {
  return messageId === undefined ? token : `${token}.${messageId}`
}

/** Two messages of a test, or two reports of an account. */
export const COMPARE_LINKS = {
  /** GET, `a` and `b`: ids of messages. */
  compare: (token: string, a?: string, b?: string) => withTwo(`/t/${token}/compare`, a, b),
  /** GET, `a` and `b`: tests, or messages of tests; without `b`, `search` chooses it. */
  compareReports: (a?: Place, b?: Place) => withTwo('/tests/compare', a && placeText(a), b && placeText(b)),
} as const

function withTwo(path: string, a: string | undefined, b: string | undefined): string {
  const query = new URLSearchParams({
    ...(a !== undefined && { a }),
    ...(b !== undefined && { b }),
  }).toString()
  return query === '' ? path : `${path}?${query}`
}
