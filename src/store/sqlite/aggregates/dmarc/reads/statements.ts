import type Sqlite from '#sqlite'

/** Statements are prepared when they are first asked for, and kept. Rows are arrays in the order of the columns. */
export type Prepared = (sql: string) => Sqlite.Statement

export function preparing(driver: Sqlite.Database): Prepared {
  const kept = new Map<string, Sqlite.Statement>()
  return (sql) => {
    const there = kept.get(sql)
    if (there) return there
    const made = driver.prepare(sql).raw()
    kept.set(sql, made)
    return made
  }
}

/** What all statements of a query are about; they name its parts so. */
export interface Asked {
  /** The domain's number. */
  domain: number
  from: number
  to: number
  /** Absent: all reports. */
  authenticated?: boolean
}

/** A condition for those reports that count. */
export const counting = ({ authenticated }: Asked, table: string): string =>
  authenticated === undefined ? '' : ` AND ${table}.authenticated = ${authenticated ? 1 : 0}`

/** Rows of a statement, of which the types are known from its columns. */
export const rowsOf = <Row extends readonly unknown[]>(
  statement: Sqlite.Statement,
  ...values: unknown[]
): Row[] => statement.all(...values) as Row[]

export const firstOf = <Row extends readonly unknown[]>(
  statement: Sqlite.Statement,
  ...values: unknown[]
): Row | undefined => statement.get(...values) as Row | undefined
