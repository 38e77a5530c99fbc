import { COLUMNS_LEFT_BEHIND, type MOVED } from '../../keeping/move/tables.ts'
import type { Connection } from '../connection.ts'

type MovedTable = (typeof MOVED)[number]

/** Where a column is made of something else than the one of its name. */
export const MADE_OF: Partial<Record<MovedTable, Readonly<Record<string, string>>>> = {
  account_budgets: {
    account_id: 'id',
    arrival: 'arrival_at * 1000',
    interval: 'coalesce(arrival_interval, 0)',
    told: 'told_at * 1000',
  },
  api_keys: { seq: 'rowid' },
  destinations: { place: 'rowid' },
  outbox: { seq: 'id' },
  // Those that earlier versions analysed have no maker.
  messages: {
    maker: `CASE WHEN maker <> '' THEN maker ELSE
      (SELECT coalesce(t.account_id, t.client, 'test/' || t.seq) FROM mail_tests AS t WHERE t.seq = messages.test_seq) END`,
  },
  dmarc_domains: { mark: '1' },
  dmarc_ips: { idle_since: 'CASE WHEN uses > 0 THEN NULL ELSE 0 END' },
  test_words: { terms: 'NULL' },
}

/** Where a table is read from something else than the one of its name. */
export const READ_FROM: Partial<Record<MovedTable, string>> = {
  account_budgets: 'accounts WHERE arrival_at IS NOT NULL AND arrival_at > 0',
}

/** Behind the key, where rows may be the same in all: by this a place is told. */
export const BEHIND_KEY: Partial<Record<MovedTable, string>> = { monitor_arrivals: 'rowid' }

/** Columns of a table that nothing would become of. */
export function forgottenColumns(
  { driver }: Pick<Connection, 'driver'>,
  table: string,
  moved: readonly string[],
): string[] {
  const left = COLUMNS_LEFT_BEHIND[table] ?? []
  const there = driver.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  return there.filter((name) => !moved.includes(name) && !left.includes(name))
}
