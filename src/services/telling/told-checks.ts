import { type Check, type CheckStatus, detailOf } from '../../core/check.ts'
import type { MessageKind, Report } from '../../core/report.ts'
import { relevanceOf } from './check-words.ts'

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
export function toldChecks({ checks, kind }: Pick<Report, 'checks' | 'kind'>, reader: Reader): ToldCheck[] {
  return checks.map((check) => toldCheck(check, reader, kind))
}

/** What a check is about in general is told beside what it found, and kept nowhere but in copies of what was told. */
function toldCheck(check: Check, reader: Reader, kind: MessageKind): ToldCheck {
  const { name, status, score, quotes } = check
  const detail = detailOf(check)
  const told = reader === 'owner' ? { ...detail, ...quotes } : detail
  return { name, status, score, detail: { ...told, ...relevanceOf(name, kind) } }
}
