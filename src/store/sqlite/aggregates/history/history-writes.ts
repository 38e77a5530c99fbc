import { dayOf, startOf } from '../../../../core/kept/day.ts'
import type { MailTestSource } from '../../../../core/mail-test.ts'
import {
  type Counted,
  type Counts,
  joinedNames,
  NO_COUNTS,
  namesIn,
  tally,
} from '../../../keeping/history/counts.ts'
import type { Connection } from '../../connection.ts'

/** A message as the history knows it. */
export interface HistoryMessage {
  accountId: string
  /** Milliseconds. */
  receivedAt: number
  seq: number
}

/** What came of its analysis. */
export interface HistoryOutcome {
  /** With one decimal; null: it could not be analysed. */
  score: number | null
  domain: string | null
  failedChecks: readonly string[]
}

/** More than there are checks. */
const MOST_CHECKS = 100
/** The counts of all mail of an account. */
const ALL = ''

type Key = [accountId: string, receivedAt: number, seq: number]
type KeptRow = [domain: string | null, score: number | null, failedChecks: string]
type DayKey = [accountId: string, domain: string, day: number]
type DayRow = [scored: number, failed: number, scores: string, checks: string]

/** Writes rows and their counts: part of the transaction that ends an analysis. */
export function historyRecorder({ driver }: Pick<Connection, 'driver'>) {
  const find = driver
    .prepare<Key, KeptRow>(
      'SELECT domain, score, failed_checks FROM history WHERE account_id = ? AND received_at = ? AND message_seq = ?',
    )
    .raw()
  const put = driver.prepare<[...Key, MailTestSource, ...KeptRow]>(
    'INSERT INTO history (account_id, received_at, message_seq, source, domain, score, failed_checks) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const change = driver.prepare<[...KeptRow, ...Key]>(
    'UPDATE history SET domain = ?, score = ?, failed_checks = ? WHERE account_id = ? AND received_at = ? AND message_seq = ?',
  )
  const readDay = driver
    .prepare<DayKey, DayRow>(
      'SELECT scored, failed, scores, checks FROM history_days WHERE account_id = ? AND domain = ? AND day = ?',
    )
    .raw()
  const keepDay = driver.prepare<[...DayKey, ...DayRow]>(
    `INSERT INTO history_days (account_id, domain, day, scored, failed, scores, checks) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET scored = excluded.scored, failed = excluded.failed, scores = excluded.scores, checks = excluded.checks`,
  )
  const dropDay = driver.prepare<DayKey>(
    'DELETE FROM history_days WHERE account_id = ? AND domain = ? AND day = ?',
  )

  function countsOf(key: DayKey): Counts {
    const row = readDay.get(...key)
    if (!row) return NO_COUNTS()
    const [scored, failed, scores, checks] = row
    return { scored, failed, scores: JSON.parse(scores), checks: JSON.parse(checks) }
  }

  function keepCounts(key: DayKey, { scored, failed, scores, checks }: Counts): void {
    if (scored + failed <= 0) dropDay.run(...key)
    else keepDay.run(...key, scored, failed, JSON.stringify(scores), JSON.stringify(checks))
  }

  /** The same day of the account and of the domains: each is read and written once. */
  function recount({ accountId, receivedAt }: HistoryMessage, before: Filed | undefined, now: Filed): void {
    const day = dayOf(receivedAt)
    const domains = new Set([ALL, before?.domain ?? ALL, now.domain ?? ALL])
    for (const domain of domains) {
      const key: DayKey = [accountId, domain, day]
      const counts = countsOf(key)
      const isOf = (filed: Filed) => domain === ALL || filed.domain === domain
      if (before && isOf(before)) tally(counts, before, -1)
      if (isOf(now)) tally(counts, now, 1)
      keepCounts(key, counts)
    }
  }

  function keptOf({ accountId, receivedAt, seq }: HistoryMessage): Filed | undefined {
    const row = find.get(accountId, receivedAt, seq)
    if (!row) return undefined
    const [domain, score, failed] = row
    return { domain, score, failedChecks: namesIn(failed) }
  }

  function replace(message: HistoryMessage, before: Filed, now: Filed): void {
    const { accountId, receivedAt, seq } = message
    recount(message, before, now)
    change.run(now.domain, now.score, joinedNames(now.failedChecks), accountId, receivedAt, seq)
  }

  return {
    /** Writes the row of a message, in the place of the one that it has. */
    note(message: HistoryMessage, source: MailTestSource, outcome: HistoryOutcome): void {
      const { accountId, receivedAt, seq } = message
      const before = keptOf(message)
      const now = filed(outcome)
      if (before) {
        replace(message, before, now)
        return
      }
      recount(message, undefined, now)
      put.run(accountId, receivedAt, seq, source, now.domain, now.score, joinedNames(now.failedChecks))
    },
    /** Changes the row of a message that was judged again. One that has none gets none: its time is over, or it is of an earlier version. */
    amend(message: HistoryMessage, outcome: HistoryOutcome): void {
      const before = keptOf(message)
      if (before) replace(message, before, filed(outcome))
    },
  }
}

/** A row of a message. */
interface Filed extends Counted {
  domain: string | null
}

function filed({ score, domain, failedChecks }: HistoryOutcome): Filed {
  return {
    domain: domain === '' ? null : domain,
    score: score === null ? null : Math.round(score * 10),
    failedChecks: failedChecks.slice(0, MOST_CHECKS),
  }
}

type Doomed = [accountId: string, domain: string, day: number]
type DoomedRow = [accountId: string, from: number, before: number, limit: number]

/** Deletes by time, in small pieces. */
export function historyWrites({ driver }: Pick<Connection, 'driver'>) {
  const old = driver
    .prepare<[number, number], Doomed>(
      'SELECT account_id, domain, day FROM history_days WHERE day < ? ORDER BY day LIMIT ?',
    )
    .raw()
  const rows = driver.prepare<DoomedRow>(
    `DELETE FROM history WHERE (account_id, received_at, message_seq) IN (
      SELECT account_id, received_at, message_seq FROM history
      WHERE account_id = ? AND received_at >= ? AND received_at < ? LIMIT ?)`,
  )
  const day = driver.prepare<Doomed>(
    'DELETE FROM history_days WHERE account_id = ? AND domain = ? AND day = ?',
  )
  return {
    deleteBefore(before: number, limit: number): number {
      let left = limit
      for (const one of old.all(before, limit)) {
        const [accountId, domain, at] = one
        // The counts of a day go when its rows are gone: what is left is found by them.
        if (domain === ALL) left -= rows.run(accountId, ...daySpan(at), left).changes
        if (left <= 0) break
        day.run(...one)
        left -= 1
      }
      return limit - Math.max(0, left)
    },
  }
}

const daySpan = (day: number): [from: number, before: number] => [startOf(day), startOf(day + 1)]
