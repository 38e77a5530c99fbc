import type { HistoryCount, HistoryPlace, HistoryRow } from '../../history.ts'
import { namesIn } from '../../keeping/history/counts.ts'
import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import { deleteHistory } from './deleting.ts'

type CountRow = Omit<HistoryCount, 'scores' | 'checks'> & { scores: string; checks: string }

interface Row {
  receivedAt: number
  messageSeq: number
  source: HistoryRow['source']
  domain: string | null
  score: number | null
  failedChecks: string
}

/** What stays of analysed messages. */
export function historyParts(db: Db, _of: PartOptions): Pick<Store, 'history'> {
  return {
    history: {
      async counts(accountId, { domain = '', since }) {
        const rows = await db.all<CountRow>(sql`SELECT day, scored, failed, scores, checks FROM history_days
          WHERE account_id = ${accountId} AND domain = ${domain} AND day >= ${since}::int ORDER BY day`)
        return rows.map(({ scores, checks, ...row }) => ({
          ...row,
          scores: JSON.parse(scores),
          checks: JSON.parse(checks),
        }))
      },
      domains: (accountId, limit) => domainsOf(db, accountId, limit),
      rows: (accountId, page) => rowsOf(db, accountId, page),
      deleteBefore: (day, limit) => deleteHistory(db, day, limit),
    },
  }
}

/** One step through the index for each name: no row is read twice, however many days it has. */
async function domainsOf(db: Db, accountId: string, limit: number): Promise<string[]> {
  const next = sql`SELECT h.domain FROM history_days AS h WHERE h.account_id = ${accountId}`
  const rows = await db.all<{ domain: string }>(sql`WITH RECURSIVE found (domain, place) AS (
      SELECT (${next} AND h.domain > '' ORDER BY h.domain LIMIT 1), 1
      UNION ALL
      SELECT (${next} AND h.domain > f.domain ORDER BY h.domain LIMIT 1), f.place + 1
      FROM found AS f WHERE f.domain IS NOT NULL AND f.place < ${limit})
    SELECT domain FROM found WHERE domain IS NOT NULL ORDER BY place`)
  return rows.map(({ domain }) => domain)
}

async function rowsOf(
  db: Db,
  accountId: string,
  { after, limit }: { after?: HistoryPlace; limit: number },
): Promise<{ rows: HistoryRow[]; next?: HistoryPlace }> {
  const place = after ? [after.receivedAt.getTime(), after.messageSeq] : [Number.MIN_SAFE_INTEGER, 0]
  const found =
    await db.all<Row>(sql`SELECT received_at, message_seq, source, domain, score, failed_checks FROM history
    WHERE account_id = ${accountId} AND (received_at, message_seq) > (${place[0]}::bigint, ${place[1]}::bigint)
    ORDER BY received_at, message_seq LIMIT ${limit}`)
  const last = found.at(-1)
  return {
    rows: found.map(rowOf),
    ...(last &&
      found.length === limit && {
        next: { receivedAt: new Date(last.receivedAt), messageSeq: last.messageSeq },
      }),
  }
}

function rowOf({ receivedAt, source, domain, score, failedChecks }: Row): HistoryRow {
  return {
    receivedAt: new Date(receivedAt),
    source,
    ...(domain !== null && { domain }),
    ...(score !== null && { score: score / 10 }),
    failedChecks: namesIn(failedChecks),
  }
}
