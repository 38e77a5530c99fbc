import type { OutcomeParcel, ReplacementParcel } from '../../keeping/parcels.ts'
import { type Sql, sql } from '../sql/statement.ts'
import type { LockedTest } from './locked.ts'

/** What lists and searches know of a test's latest analysed message. */
export interface Entry {
  outcome: 'scored' | 'failed'
  score: number | null
  fromDomain: string | null
  /** Absent: it has no report. */
  words?: { from: string; subject: string }
}

export function entryOf(outcome: OutcomeParcel | ReplacementParcel): Entry {
  if ('status' in outcome && outcome.status === 'failed')
    return { outcome: 'failed', score: null, fromDomain: null }
  const { score, fromDomain = null, headline: words } = outcome
  return { outcome: 'scored', score, fromDomain, words }
}

/** Columns of a test by its latest analysed message; a test without an account has no entry. */
export function entryColumns({ accountId }: LockedTest, { outcome, score, fromDomain }: Entry): Sql {
  return accountId === null
    ? sql`outcome = NULL, score = NULL, from_domain = NULL`
    : sql`outcome = ${outcome}, score = ${score}::double precision, from_domain = ${fromDomain}`
}
