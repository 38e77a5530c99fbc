import { StoreRefused } from '../keeping/refused.ts'
import { MIGRATIONS, OLDEST_PROGRAM } from './migrations.ts'
import { plain, type Sql, sql } from './sql/statement.ts'
import type { Connection } from './wire/connection.ts'

/** Who migrates, by its version. */
export interface MigrateOptions {
  program: string
  /** False: the database must be there already. */
  allowed: boolean
  migrations?: readonly string[]
}

/** The number of the advisory lock under which a database is migrated. */
const LOCK = sql`7100`

const PAUSE_MS = 100

/** Brings the database to this program's form, one process at a time. Rejects with StoreRefused. */
export async function migrate(connection: Connection, options: MigrateOptions): Promise<void> {
  const first = async (statement: Sql) => (await connection.run(statement)).rows[0]
  const { migrations = MIGRATIONS } = options
  const schema = async () => {
    const there = await first(sql`SELECT to_regclass('mailgauge') IS NOT NULL AS made`)
    return there?.['made'] === true
      ? Number((await first(sql`SELECT schema FROM mailgauge WHERE id = 1`))?.['schema'] ?? 0)
      : 0
  }
  if ((await schema()) === migrations.length) return
  if (!options.allowed) {
    throw new StoreRefused(
      'The database is empty or of an older Mailgauge. Start "mailgauge serve" once to bring it up to date.',
    )
  }
  // A session that waits in the database for the lock would hold up CREATE INDEX CONCURRENTLY of the one that has it.
  while (!(await first(sql`SELECT pg_try_advisory_lock(${LOCK}) AS got`))?.['got']) await Bun.sleep(PAUSE_MS)
  try {
    for (let at = await schema(); at < migrations.length; at++) {
      await connection.run(plain('BEGIN'))
      try {
        await connection.run(plain(migrations[at] ?? ''))
        await connection.run(
          sql`INSERT INTO mailgauge (id, schema, oldest_program, migrated_by, migrated_at)
            VALUES (1, ${at + 1}, ${OLDEST_PROGRAM}, ${options.program}, mailgauge_now())
            ON CONFLICT (id) DO UPDATE SET schema = excluded.schema, oldest_program = excluded.oldest_program,
              migrated_by = excluded.migrated_by, migrated_at = excluded.migrated_at`,
        )
        await connection.run(plain('COMMIT'))
      } catch (cause) {
        await connection.run(plain('ROLLBACK')).catch(() => {})
        throw cause
      }
    }
  } finally {
    await connection.run(sql`SELECT pg_advisory_unlock(${LOCK})`).catch(() => {})
  }
}
