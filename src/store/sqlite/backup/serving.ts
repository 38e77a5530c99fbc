import type Sqlite from '#sqlite'
import { isOlder } from '../../keeping/versions.ts'

/** The oldest program that serves a database of the present form. It rises with a change that an older program would get wrong. */
export const OLDEST_PROGRAM = '0.1.0'

/** Which programs serve a database. */
export interface Serving {
  oldestProgram: string
  /** The program that changed it last. */
  migratedBy: string
  /** The backup that was made before that, as a path. */
  backup?: string
}

/** What a database says of the programs that serve it. Undefined: it is of a time when none did. */
export function servingOf(driver: Sqlite.Database): Serving | undefined {
  try {
    const row = driver
      .prepare('SELECT oldest_program, migrated_by, backup FROM serving WHERE id = 1')
      .get() as { oldest_program: string; migrated_by: string; backup: string | null } | undefined
    if (!row) return undefined
    const { oldest_program: oldestProgram, migrated_by: migratedBy, backup } = row
    return { oldestProgram, migratedBy, ...(backup !== null && { backup }) }
  } catch (cause) {
    if (cause instanceof Error && /no such (?:table|column)/.test(cause.message)) return undefined
    throw cause
  }
}

/** The oldest program that serves a database. */
export const oldestProgramOf = (driver: Sqlite.Database): string =>
  servingOf(driver)?.oldestProgram ?? OLDEST_PROGRAM

/** Keeps what serves a database from now on, where that is something else than it says. */
export function keepServing(
  driver: Sqlite.Database,
  was: Serving | undefined,
  changed: boolean,
  { program, backup }: { program: string; backup?: string },
): void {
  if (!changed && was && !isOlder(was.oldestProgram, OLDEST_PROGRAM)) return
  if (driver.pragma('table_info(serving)', { simple: true }) === undefined) return
  driver
    .prepare(
      `INSERT INTO serving (id, oldest_program, migrated_by, migrated_at, backup) VALUES (1, ?, ?, unixepoch() * 1000, ?)
       ON CONFLICT (id) DO UPDATE SET oldest_program = excluded.oldest_program, migrated_by = excluded.migrated_by,
         migrated_at = excluded.migrated_at, backup = excluded.backup`,
    )
    .run(OLDEST_PROGRAM, program, (changed ? backup : was?.backup) ?? null)
}
