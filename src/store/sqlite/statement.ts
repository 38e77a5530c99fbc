import { is, Param, Placeholder } from 'drizzle-orm'
import type { Connection } from './connection.ts'

/** What a placeholder stands for: as SQLite keeps it, without drizzle's mapping of columns. */
export type Values = Readonly<Record<string, string | number | Uint8Array | null>>

/** A query that drizzle wrote and that runs without it: for what runs with every message, where mapping costs more than SQLite. */
export interface Statement {
  /** Gives the row id of an insert. */
  run(values: Values): number
  /** The columns of the first row, in the order of the query. */
  first(values: Values): readonly unknown[] | undefined
}

/** Prepares a query whose parameters are placeholders or fixed. */
export function statement(
  { driver }: Pick<Connection, 'driver'>,
  query: { toSQL(): { sql: string; params: unknown[] } },
): Statement {
  const { sql, params } = query.toSQL()
  const names = params.map(nameOf)
  const prepared = driver.prepare(sql)
  if (prepared.reader) prepared.raw()
  const bound = (values: Values) =>
    names.map((name, index) => (name === undefined ? params[index] : values[name]))
  return {
    run: (values) => Number(prepared.run(bound(values)).lastInsertRowid),
    first: (values) => prepared.get(bound(values)) as readonly unknown[] | undefined,
  }
}

function nameOf(param: unknown): string | undefined {
  const inner = is(param, Param) ? param.value : param
  return is(inner, Placeholder) ? inner.name : undefined
}
