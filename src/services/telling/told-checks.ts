import type { Check, CheckStatus } from '../../core/check.ts'
import type { CheckWordsByName } from '../../core/check-words.ts'
import type { Report } from '../../core/report.ts'
import { explained } from './explained.ts'

/** A check as the API tells it. */
export interface ToldCheck {
  name: string
  status: CheckStatus
  score: number
  detail: Record<string, string>
}

/** Decides what is told of the message's own words: they are for the owner's key, not for a shared token. */
export type Reader = 'owner' | 'token'

/** The checks of a report as the API tells them. */
export function toldChecks(
  { checks, kind }: Pick<Report, 'checks' | 'kind'>,
  reader: Reader,
  checkWords: CheckWordsByName,
): ToldCheck[] {
  return checks.map((check: Check) => {
    const { name, status, score } = check
    return { name, status, score, detail: explained(check, reader, checkWords, kind) }
  })
}
