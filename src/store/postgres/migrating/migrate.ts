import { StoreRefused } from '../../keeping/refused.ts'
import { MIGRATIONS, OLDEST_PROGRAM } from '../migrations.ts'
import { plain, type Sql, sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'
import { type Form, first, formOf, tooOld } from './form.ts'
import { keepOut } from './keep-out.ts'
import { patiently } from './patiently.ts'
import { readStep, type Step } from './step.ts'

export interface MigrateOptions {
  /** The version of this program. */
  program: string
  /** False: the tables must be there already. */
  allowed: boolean
  /** Name of this host. */
  host?: string
  /** This process saw hosts say that they are there, for as long as each has to. */
  hasWatched?: boolean
  migrations?: readonly string[]
}

/** Under this advisory lock a database is migrated. */
const LOCK = 7100
const PAUSE_MS = 100

/** Brings the database to this program's form, one process at a time. Gives what has to wait, as a sentence. Rejects with StoreRefused. */
export async function migrate(connection: Connection, options: MigrateOptions): Promise<string | undefined> {
  const { migrations = MIGRATIONS, allowed } = options
  const form = await formOf(connection)
  refuse(form, options)
  if (!allowed || form.schema >= migrations.length) return undefined
  // A session that waits in the database for the lock would hold up CREATE INDEX CONCURRENTLY of the one that has it.
  while (!(await first(connection, sql`SELECT pg_try_advisory_lock(${LOCK}) AS got`))?.['got']) {
    await Bun.sleep(PAUSE_MS)
  }
  try {
    return await steps(connection, migrations.map(readStep), options)
  } finally {
    await connection.run(sql`SELECT pg_advisory_unlock(${LOCK})`).catch(() => {})
  }
}

async function steps(
  connection: Connection,
  all: readonly Step[],
  options: MigrateOptions,
): Promise<string | undefined> {
  const { program, host = 'local', hasWatched = false } = options
  const form = await formOf(connection)
  // Another process may have changed it while this one waited.
  refuse(form, options)
  for (let at = form.schema; at < all.length; at++) {
    const step = all[at]
    if (!step) break
    const inTheWay = await keepOut(connection, step, { host, hasWatched })
    if (inTheWay === undefined) await run(connection, step, at + 1, program)
    else if (all.slice(at).every(({ kind }) => kind === 'contract')) return inTheWay
    else throw new StoreRefused(inTheWay, 'may pass')
  }
  return undefined
}

/** Whoever comes behind a change of a table that waits for its lock waits as well: it gives way soon. */
const CHANGE_WAITS = plain(`SET LOCAL lock_timeout = '1s'`)
/** Nobody waits behind what is done beside others, and it waits for each transaction that is under way. */
const ALONE_WAITS = plain(`SET lock_timeout = '60s'`)
const AS_OTHERS = plain('RESET lock_timeout')

/** A step in a transaction of its own, tried anew while a lock of somebody's is in its way. */
function run(connection: Connection, step: Step, schema: number, program: string): Promise<void> {
  return patiently(connection, async () => {
    if (step.alone) await alone(connection, step)
    await connection.run(plain('BEGIN'))
    if (step.kind !== 'migrate') await connection.run(CHANGE_WAITS)
    if (!step.alone) await connection.run(plain(step.text))
    await connection.run(noted(schema, step.from ?? OLDEST_PROGRAM, program))
    await connection.run(plain('COMMIT'))
  })
}

async function alone(connection: Connection, { text }: Step): Promise<void> {
  await connection.run(ALONE_WAITS)
  try {
    for (const one of statementsOf(text)) await connection.run(plain(one))
  } finally {
    await connection.run(AS_OTHERS)
  }
}

/** Each alone, as several in one message are a transaction. */
const statementsOf = (text: string): string[] =>
  text.split(/;[ \t]*\n/).filter((one) => /^(?!--)\s*\S/m.test(one))

/** `oldest`: never goes down. */
const noted = (schema: number, oldest: string, program: string): Sql =>
  sql`INSERT INTO mailgauge (id, schema, oldest_program, migrated_by, migrated_at)
    VALUES (1, ${schema}, ${oldest}, ${program}, mailgauge_now())
    ON CONFLICT (id) DO UPDATE SET schema = excluded.schema, migrated_by = excluded.migrated_by, migrated_at = excluded.migrated_at,
      oldest_program = CASE WHEN string_to_array(mailgauge.oldest_program, '.')::int4[] > string_to_array(excluded.oldest_program, '.')::int4[]
        THEN mailgauge.oldest_program ELSE excluded.oldest_program END`

/** A newer form serves an older program as long as it says so; an older one is brought up to date by the service alone. */
function refuse(form: Form, options: MigrateOptions): void {
  const isTooOld = tooOld(form, options.program)
  if (isTooOld !== undefined) throw new StoreRefused(isTooOld)
  const { schema } = form
  if (schema === 0 && !options.allowed) {
    throw new StoreRefused(
      'The database is empty. Start "mailgauge serve" once, or run mailgauge migrate up: either makes its tables. Or let store.url name another one.',
    )
  }
  const { migrations = MIGRATIONS } = options
  const lacksMore = migrations.slice(schema).some((text) => readStep(text).kind !== 'contract')
  if (lacksMore && !options.allowed) {
    throw new StoreRefused(
      `The database is of an older Mailgauge (its version is ${schema}, this program needs ${migrations.length}). Start "mailgauge serve" once to bring it up to date, or run mailgauge migrate up.`,
    )
  }
}
