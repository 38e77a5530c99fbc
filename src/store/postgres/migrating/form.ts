import { isOlder } from '../../keeping/versions.ts'
import { OLDEST_PROGRAM } from '../migrations.ts'
import { type Sql, sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'

/** What a database says of its form; `schema` 0: it is empty. */
export interface Form {
  /** How many steps it has had. */
  schema: number
  /** The oldest program that serves it. */
  oldestProgram: string
  /** The program that changed it last. */
  migratedBy: string
}

/** What the database says of its form, whatever program it is of. */
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

/** Why a program is too old for a database. */
export function tooOld({ oldestProgram, migratedBy }: Form, program: string): string | undefined {
  if (!isOlder(program, oldestProgram)) return undefined
  return `The database needs Mailgauge ${oldestProgram} or newer, and this is ${program}. Install ${migratedBy}, which it is of, or newer.`
}
