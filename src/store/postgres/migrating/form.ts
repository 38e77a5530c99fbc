import { OLDEST_PROGRAM } from '../migrations.ts'
import { type Sql, sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'

/** What the database says of itself. */
export interface Form {
  /** Steps that it has had; 0: it has no tables. */
  schema: number
  oldestProgram: string
  migratedBy: string
}

/** What the database says of itself, whatever program it is of. */
export async function formOf(connection: Connection): Promise<Form> {
  const nothing = { schema: 0, oldestProgram: OLDEST_PROGRAM, migratedBy: '' }
  const there = await first(connection, sql`SELECT to_regclass('mailgauge') IS NOT NULL AS made`)
  if (there?.['made'] !== true) return nothing
  const row = await first(
    connection,
    sql`SELECT schema, oldest_program, migrated_by FROM mailgauge WHERE id = 1`,
  )
  return (row as unknown as Form | undefined) ?? nothing
}

/** The first row of an answer. */
export async function first(connection: Connection, statement: Sql) {
  return (await connection.run(statement)).rows[0]
}
