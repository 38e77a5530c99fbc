import type { MailTestSource } from '../../../../core/mail-test.ts'
import type { HistoryCount, HistoryPlace, HistoryRow } from '../../../history.ts'
import { namesIn } from '../../../keeping/history/counts.ts'
import type { Connection } from '../../connection.ts'

type CountRow = [day: number, scored: number, failed: number, scores: string, checks: string]
type Row = [
  receivedAt: number,
  messageSeq: number,
  source: MailTestSource,
  domain: string | null,
  score: number | null,
  failedChecks: string,
]

/** One step through the index for each name: no row is read twice, however many days it has. */
const DOMAINS = `WITH RECURSIVE found (domain, place) AS (
  SELECT (SELECT min(domain) FROM history_days WHERE account_id = $account AND domain > ''), 1
  UNION ALL
  SELECT (SELECT min(domain) FROM history_days WHERE account_id = $account AND domain > found.domain), place + 1
  FROM found WHERE found.domain IS NOT NULL AND place < $limit)
  SELECT domain FROM found WHERE domain IS NOT NULL`

export function historyReads({ driver }: Pick<Connection, 'driver'>) {
  const counts = driver
    .prepare<[string, string, number], CountRow>(
      'SELECT day, scored, failed, scores, checks FROM history_days WHERE account_id = ? AND domain = ? AND day >= ? ORDER BY day',
    )
    .raw()
  const domains = driver.prepare<{ account: string; limit: number }, [string]>(DOMAINS).raw()
  const rows = driver
    .prepare<[string, number, number, number], Row>(
      `SELECT received_at, message_seq, source, domain, score, failed_checks FROM history
        WHERE account_id = ? AND (received_at, message_seq) > (?, ?) ORDER BY received_at, message_seq LIMIT ?`,
    )
    .raw()
  return {
    counts: (accountId: string, { domain = '', since }: { domain?: string; since: number }): HistoryCount[] =>
      counts.all(accountId, domain, since).map(([day, scored, failed, scores, checks]) => ({
        day,
        scored,
        failed,
        scores: JSON.parse(scores),
        checks: JSON.parse(checks),
      })),
    domains: (account: string, limit: number): string[] =>
      domains.all({ account, limit }).map(([domain]) => domain),
    rows(
      accountId: string,
      { after, limit }: { after?: HistoryPlace; limit: number },
    ): { rows: HistoryRow[]; next?: HistoryPlace } {
      const found = rows.all(
        accountId,
        after?.receivedAt.getTime() ?? Number.MIN_SAFE_INTEGER,
        after?.messageSeq ?? 0,
        limit,
      )
      const last = found.at(-1)
      return {
        rows: found.map(rowOf),
        ...(last &&
          found.length === limit && { next: { receivedAt: new Date(last[0]), messageSeq: last[1] } }),
      }
    },
  }
}

function rowOf([receivedAt, , source, domain, score, failed]: Row): HistoryRow {
  return {
    receivedAt: new Date(receivedAt),
    source,
    ...(domain !== null && { domain }),
    ...(score !== null && { score: score / 10 }),
    failedChecks: namesIn(failed),
  }
}
