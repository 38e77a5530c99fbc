import type { Fix } from './fix.ts'

export const CHECK_STATUSES = ['passed', 'failed', 'neutral', 'error'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** One finding of a report: what one analyzer concluded. */
export interface Check {
  /** The analyzer's name. */
  name: string
  /** passed: nothing to mend. failed: costs points. neutral: nothing to judge. error: could not be determined. */
  status: CheckStatus
  /** The contribution to the score: 0, or negative. */
  score: number
  /** `summary`, `advice`, `reference`, `findings` and evidence: domains, addresses, codes, counts and verdicts.
   * Nothing here repeats the message's own words, so it may be shown to anybody who holds the token. */
  detail: Record<string, string>
  /** Evidence that repeats the message's own words (header values, URL paths, wording): shown to its owner only. */
  quotes?: Record<string, string>
  /** What would mend its findings, where that is a record, a header or a fact of the session. */
  fixes?: Fix[]
}
