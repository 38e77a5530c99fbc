import { startOf } from '../../../core/kept/day.ts'
import type { Db, Tx } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'

interface Day {
  accountId: string
  domain: string
  day: number
}

/** Deletes by time, in small pieces. The counts of a day go when its rows are gone: what is left is found by them. */
export function deleteHistory(db: Db, before: number, limit: number): Promise<number> {
  return db.write(async (tx) => {
    const old =
      await tx.all<Day>(sql`SELECT account_id, domain, day FROM history_days WHERE day < ${before}::int
      ORDER BY day, account_id, domain LIMIT ${limit} FOR UPDATE`)
    if (old.length === 0) return 0
    const rows = await deleteRows(tx, old, limit)
    if (rows === limit) return rows
    const doomed = old.slice(0, limit - rows)
    return rows + (await deleteDays(tx, doomed))
  })
}

function deleteRows(tx: Tx, old: readonly Day[], limit: number): Promise<number> {
  const whole = old.filter(({ domain }) => domain === '')
  const accounts = whole.map(({ accountId }) => accountId)
  const from = whole.map(({ day }) => startOf(day))
  const until = whole.map(({ day }) => startOf(day + 1))
  return tx.run(sql`DELETE FROM history WHERE (account_id, received_at, message_seq) IN (
    SELECT h.account_id, h.received_at, h.message_seq
    FROM unnest(${accounts}::text[], ${from}::bigint[], ${until}::bigint[]) AS d (account_id, since, until)
      JOIN history AS h ON h.account_id = d.account_id AND h.received_at >= d.since AND h.received_at < d.until
    LIMIT ${limit})`)
}

function deleteDays(tx: Tx, days: readonly Day[]): Promise<number> {
  const accounts = days.map(({ accountId }) => accountId)
  const domains = days.map(({ domain }) => domain)
  const numbers = days.map(({ day }) => day)
  return tx.run(sql`DELETE FROM history_days WHERE (account_id, domain, day) IN (
    SELECT account_id, domain, day
    FROM unnest(${accounts}::text[], ${domains}::text[], ${numbers}::int[]) AS d (account_id, domain, day))`)
}
