import { type MessageKind, type Report, roundScore } from '../../core/report.ts'
import { type CheckChange, compareChecks } from './checks.ts'

/** One of two reports, as whoever asks may read it. */
export interface Judged {
  report: Report
  /** Bytes of the message. */
  size: number
  /** Only its score may be told. */
  gated?: true
}

/** The same thing in both reports. */
export interface Pair<T> {
  before: T
  after: T
}

/** Two reports, the earlier one first. */
export interface Comparison {
  score: Pair<number>
  /** One decimal; above 0: the later one is better. */
  delta: number
  /** None where one of them is gated. */
  checks: CheckChange[]
  /** One of them is gated: the scores alone are compared. */
  gated?: true
  kind: Pair<MessageKind>
  size: Pair<number>
  /** The rules that judged them, where these are not the same. */
  rules?: Pair<number>
  /** Where both may be told and they are not the same: whose mail they are. */
  senders?: Pair<string>
}

/** Compares two reports. */
export function compareReports(before: Judged, after: Judged): Comparison {
  const [earlier, later] = [before.report, after.report]
  const gated = Boolean(before.gated || after.gated)
  const senders = { before: senderOf(earlier), after: senderOf(later) }
  const areOthers = senders.before !== '' && senders.after !== '' && senders.before !== senders.after
  return {
    score: { before: earlier.score, after: later.score },
    delta: roundScore(later.score - earlier.score),
    checks: gated ? [] : compareChecks(earlier.checks, later.checks),
    ...(gated && { gated }),
    kind: { before: earlier.kind, after: later.kind },
    size: { before: before.size, after: after.size },
    ...(earlier.scoringVersion !== later.scoringVersion && {
      rules: { before: earlier.scoringVersion, after: later.scoringVersion },
    }),
    ...(areOthers && !gated && { senders }),
  }
}

const LONGEST_DOMAIN = 253

/** The domain of From; '' where it is not told. */
function senderOf({ headline }: Report): string {
  const at = headline.from.lastIndexOf('@')
  if (at < 0) return ''
  const behind = headline.from.slice(at + 1, at + 2 + LONGEST_DOMAIN)
  return (/^[^\s<>"(),;:]*/.exec(behind)?.[0] ?? '').toLowerCase()
}
