import { dayOf } from '../../../core/kept/day.ts'
import { type Counted, joinedNames, namesIn } from '../../keeping/history/counts.ts'
import type { Tx } from '../sql/database.ts'
import { joined, plain, type Sql, sql } from '../sql/statement.ts'

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

/** A row of a message. */
interface Filed extends Counted {
  domain: string | null
}

/** More than there are checks. */
const MOST_CHECKS = 100
/** The counts of all mail of an account. */
const ALL = ''

function filed({ score, domain, failedChecks }: HistoryOutcome): Filed {
  return {
    domain: domain === '' ? null : domain,
    score: score === null ? null : Math.round(score * 10),
    failedChecks: failedChecks.slice(0, MOST_CHECKS),
  }
}

/** The row of a message, where it has one. Its day is held first: whoever deletes a day holds it too. */
export async function keptHistory(tx: Tx, message: HistoryMessage): Promise<Filed | undefined> {
  const { accountId, receivedAt, seq } = message
  const [, row] = await Promise.all([
    tx.run(sql`SELECT day FROM history_days
      WHERE account_id = ${accountId} AND domain = ${ALL} AND day = ${dayOf(receivedAt)}::int FOR NO KEY UPDATE`),
    tx.first<{ domain: string | null; score: number | null; failedChecks: string }>(
      sql`SELECT domain, score, failed_checks FROM history
        WHERE account_id = ${accountId} AND received_at = ${receivedAt}::bigint AND message_seq = ${seq}::bigint`,
    ),
  ])
  return row && { domain: row.domain, score: row.score, failedChecks: namesIn(row.failedChecks) }
}

/** Writes the row of a message that has none. */
export function newHistory(message: HistoryMessage, source: string, outcome: HistoryOutcome): Sql[] {
  const { accountId, receivedAt, seq } = message
  const now = filed(outcome)
  return [
    sql`INSERT INTO history (account_id, received_at, message_seq, source, domain, score, failed_checks)
      VALUES (${accountId}, ${receivedAt}::bigint, ${seq}::bigint, ${source}, ${now.domain}, ${now.score}::int,
        ${joinedNames(now.failedChecks)})`,
    counted(message, undefined, now),
  ]
}

/** Changes the row of a message that was judged again. */
export function changedHistory(message: HistoryMessage, before: Filed, outcome: HistoryOutcome): Sql[] {
  const { accountId, receivedAt, seq } = message
  const now = filed(outcome)
  return [
    counted(message, before, now),
    sql`DELETE FROM history_days WHERE account_id = ${accountId} AND day = ${dayOf(receivedAt)}::int
      AND domain = ANY(${domainsOf(before, now)}) AND scored + failed <= 0`,
    sql`UPDATE history SET domain = ${now.domain}, score = ${now.score}::int, failed_checks = ${joinedNames(now.failedChecks)}
      WHERE account_id = ${accountId} AND received_at = ${receivedAt}::bigint AND message_seq = ${seq}::bigint`,
  ]
}

const domainsOf = (...all: (Filed | undefined)[]): string[] =>
  [...new Set([ALL, ...all.map((one) => one?.domain ?? ALL)])].toSorted()

/** What a day has more and less of. */
interface Difference {
  scored: number
  failed: number
  scores: Map<string, number>
  checks: Map<string, number>
}

function count(into: Difference, { score, failedChecks }: Counted, by: 1 | -1): void {
  if (score === null) {
    into.failed += by
    return
  }
  into.scored += by
  const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + by)
  add(into.scores, String(score))
  for (const name of failedChecks) add(into.checks, name)
}

/** The same day of the account and of the domains, each written once, in the order of their names. */
function counted({ accountId, receivedAt }: HistoryMessage, before: Filed | undefined, now: Filed): Sql {
  const day = dayOf(receivedAt)
  const rows = domainsOf(before, now).map((domain) => {
    const into: Difference = { scored: 0, failed: 0, scores: new Map(), checks: new Map() }
    const isOf = (one: Filed) => domain === ALL || one.domain === domain
    if (before && isOf(before)) count(into, before, -1)
    if (isOf(now)) count(into, now, 1)
    return sql`(${accountId}, ${domain}, ${day}::int, ${into.scored}::bigint, ${into.failed}::bigint,
      ${textOf(into.scores)}, ${textOf(into.checks)})`
  })
  return sql`INSERT INTO history_days AS d (account_id, domain, day, scored, failed, scores, checks) VALUES ${joined(rows, ', ')}
    ON CONFLICT (account_id, domain, day) DO UPDATE SET scored = d.scored + excluded.scored, failed = d.failed + excluded.failed,
      scores = ${added('scores')}, checks = ${added('checks')}`
}

const textOf = (of: ReadonlyMap<string, number>) =>
  JSON.stringify(Object.fromEntries([...of].filter(([, by]) => by !== 0)))

/** What the row has and what is added to it, by name; what nobody has is left out. */
const added = (column: 'scores' | 'checks') =>
  plain(`(SELECT coalesce(json_object_agg(s.key, s.n), '{}')::text FROM (
    SELECT b.key, sum(b.value::bigint)::bigint AS n FROM (
      SELECT key, value FROM json_each_text(d.${column}::json)
      UNION ALL SELECT key, value FROM json_each_text(excluded.${column}::json)) AS b
    GROUP BY b.key HAVING sum(b.value::bigint) > 0) AS s)`)
