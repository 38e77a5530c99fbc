import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { StoreRefused } from '../../../src/store/keeping/refused.ts'
import { migrate } from '../../../src/store/postgres/migrating/migrate.ts'
import { lookAtServer } from '../../../src/store/postgres/migrating/server.ts'
import { readStep } from '../../../src/store/postgres/migrating/step.ts'
import { MIGRATIONS } from '../../../src/store/postgres/migrations.ts'
import { plain } from '../../../src/store/postgres/sql/statement.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { type Connection, connect } from '../../../src/store/postgres/wire/connection.ts'
import { type Cluster, cluster, postgresMissing } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

const HEAD = `-- expand
CREATE TABLE mailgauge (id smallint PRIMARY KEY, schema integer NOT NULL, oldest_program text NOT NULL, migrated_by text NOT NULL, migrated_at bigint NOT NULL);
CREATE FUNCTION mailgauge_now() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint $$;
CREATE TABLE hosts (name text PRIMARY KEY, program text NOT NULL, seen_at bigint NOT NULL);
`

/** What an older program that still runs would trip over. */
const BREAKS =
  /\b(DROP|RENAME|TRUNCATE)\b|\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b|\bSET\s+NOT\s+NULL\b|\bADD\s+(COLUMN\s+)?(?!CONSTRAINT\b)\S+\s(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b|\bADD\s+(CONSTRAINT\b[^;]*|CHECK\b|UNIQUE\b|FOREIGN\b|PRIMARY\b)/i

/** An index that is made beside others is made anew where it was cut off. */
const MADE_ANEW =
  /\bDROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS\s+(\w+);(?=\s*CREATE\s+INDEX\s+CONCURRENTLY\s+\1\b)/gi
const MADE_TABLE = /\bCREATE\s+TABLE\s+(\w+)/gi
const UNIQUE = /\bCREATE\s+UNIQUE\s+INDEX\s+(?:CONCURRENTLY\s+)?\w+\s+ON\s+(\w+)/gi

function breaks(migration: string): boolean {
  const text = migration.replaceAll(/--.*$/gm, '').replaceAll(MADE_ANEW, '')
  const made = new Set([...text.matchAll(MADE_TABLE)].map(([, table]) => table))
  return BREAKS.test(text) || [...text.matchAll(UNIQUE)].some(([, table]) => !made.has(table))
}

describe('steps of the database', () => {
  test('each says whether it expands, migrates or contracts', () => {
    expect(readStep('-- expand\nX')).toEqual({ kind: 'expand', alone: false, text: '-- expand\nX' })
    expect(readStep('-- contract from 1.9.0, alone\n')).toMatchObject({
      kind: 'contract',
      from: '1.9.0',
      alone: true,
    })
    for (const text of ['CREATE TABLE x ()', '-- contract\n', '-- expand it\n'])
      expect(() => readStep(text)).toThrow()
    for (const text of MIGRATIONS) readStep(text)
  })

  test('nothing before a contract takes away or asks for what an older program knows nothing of', () => {
    const later = MIGRATIONS.slice(1)
      .map(readStep)
      .filter(({ kind }) => kind !== 'contract')
    expect(later.filter(({ text }) => breaks(text))).toEqual([])
    const bad = [
      'DROP TABLE x',
      'ALTER TABLE x RENAME COLUMN a TO b',
      'ALTER TABLE x ALTER COLUMN a TYPE bigint',
      'ALTER TABLE x ALTER a SET NOT NULL',
      'ALTER TABLE x ADD COLUMN a text NOT NULL',
      'ALTER TABLE x ADD a text COLLATE "C" NOT NULL',
      'ALTER TABLE x ADD CONSTRAINT y UNIQUE (a)',
      'TRUNCATE x',
      'CREATE UNIQUE INDEX y ON x (a)',
      'CREATE UNIQUE INDEX CONCURRENTLY y ON x (a)',
      'DROP INDEX CONCURRENTLY IF EXISTS y;\nCREATE INDEX CONCURRENTLY z ON x (a);',
    ]
    expect(bad.filter((text) => !breaks(text))).toEqual([])
    const good = [
      'ALTER TABLE x ADD COLUMN a text COLLATE "C"',
      `ALTER TABLE x ADD COLUMN a text NOT NULL DEFAULT ''`,
      'CREATE TABLE y (a int NOT NULL) -- nobody has to DROP it',
      'CREATE INDEX y ON x (a)',
      'CREATE TABLE x (a int);\nCREATE UNIQUE INDEX y ON x (a)',
      'DROP INDEX CONCURRENTLY IF EXISTS y;\nCREATE INDEX CONCURRENTLY y ON x (a);',
    ]
    expect(good.filter(breaks)).toEqual([])
  })
})

describe.skipIf(postgresMissing !== undefined)('migrating PostgreSQL', () => {
  let server: Cluster
  let made = 0
  const open: Connection[] = []
  beforeAll(async () => {
    server = await cluster()
  })
  afterAll(async () => {
    for (const one of open) one.end()
    await server.stop()
  })

  async function database(): Promise<{ url: string; connection(): Promise<Connection> }> {
    made += 1
    const url = await server.create(`migrating_${process.pid}_${made}`)
    return {
      url,
      async connection() {
        const one = await connect({
          address: addressOf({ url, tls: 'disable' }),
          program: 'test',
          statementMs: 0,
        })
        open.push(one)
        return one
      },
    }
  }
  const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
    const client = new SQL(url, { max: 1 })
    try {
      return [...(await client.unsafe(text))]
    } finally {
      await client.close()
    }
  }

  test('several processes bring one empty database up to date, each step once', async () => {
    const { url, connection } = await database()
    const migrations = [
      HEAD,
      '-- expand\nCREATE TABLE counted (step int);',
      ...Array.from(
        { length: 5 },
        (_, at) => `-- migrate\nINSERT INTO counted VALUES (${at});\nSELECT pg_sleep(0.02);`,
      ),
    ]
    const all = await Promise.all(Array.from({ length: 6 }, connection))
    await Promise.all(all.map((one) => migrate(one, { program: '1.2.0', allowed: true, migrations })))
    expect(await query(url, 'SELECT step FROM counted ORDER BY step')).toEqual(
      Array.from({ length: 5 }, (_, step) => ({ step })),
    )
    expect(await query(url, 'SELECT schema, migrated_by FROM mailgauge')).toEqual([
      { schema: 7, migrated_by: '1.2.0' },
    ])
  })

  test('a step that fails is undone, and the next start goes on from there', async () => {
    const { url, connection } = await database()
    const one = await connection()
    const broken = migrate(one, {
      program: '1.0.0',
      allowed: true,
      migrations: [HEAD, '-- expand\nCREATE TABLE a (b int);\nSELECT 1/0;'],
    })
    await expect(broken).rejects.toThrow('22012')
    expect(await query(url, `SELECT schema, to_regclass('a') AS a FROM mailgauge`)).toEqual([
      { schema: 1, a: null },
    ])
    await migrate(await connection(), {
      program: '1.0.0',
      allowed: true,
      migrations: [HEAD, '-- expand\nCREATE TABLE a (b int);'],
    })
    expect(await query(url, 'SELECT schema FROM mailgauge')).toEqual([{ schema: 2 }])
  })

  test('an index is made beside others who write', async () => {
    const { url, connection } = await database()
    const migrations = [
      HEAD,
      '-- expand\nCREATE TABLE a (b int);',
      '-- expand, alone\nDROP INDEX CONCURRENTLY IF EXISTS a_b;\nCREATE INDEX CONCURRENTLY a_b ON a (b);\n',
    ]
    const all = await Promise.all([connection(), connection(), connection()])
    await Promise.all(all.map((one) => migrate(one, { program: '1.0.0', allowed: true, migrations })))
    expect(await query(url, `SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_b'::regclass`)).toEqual([
      { indisvalid: true },
    ])
  })

  test('a change of a table that waits for a long query lets others by that come behind it', async () => {
    const { url, connection } = await database()
    const migrations = [HEAD, '-- expand\nCREATE TABLE a (b int);']
    await migrate(await connection(), { program: '1.0.0', allowed: true, migrations })
    const [reader, writer] = [await connection(), await connection()]
    await reader.run(plain('BEGIN'))
    await reader.run(plain('SELECT count(*) FROM a'))
    const more = [...migrations, '-- expand\nALTER TABLE a ADD COLUMN c int;']
    const changed = migrate(await connection(), { program: '1.0.0', allowed: true, migrations: more })
    await until(
      async () =>
        (await query(url, `SELECT 1 FROM pg_locks WHERE relation = 'a'::regclass AND NOT granted`)).length >
        0,
    )
    // Less than whoever changes it would wait by the rule for all.
    await writer.run(plain(`SET lock_timeout = '1500ms'`))
    for (let at = 0; at < 3; at += 1) await writer.run(plain('INSERT INTO a (b) VALUES (1)'))
    expect(await query(url, 'SELECT schema FROM mailgauge')).toEqual([{ schema: 2 }])
    await reader.run(plain('COMMIT'))
    expect(await changed).toBeUndefined()
    expect(await query(url, 'SELECT count(*)::int AS rows, count(c)::int AS filled FROM a')).toEqual([
      { rows: 3, filled: 0 },
    ])
  })

  test('a contract waits for hosts that run an older program', async () => {
    const { url, connection } = await database()
    const contract = '-- contract from 1.9.0\nDROP TABLE a;'
    const migrations = [HEAD, '-- expand\nCREATE TABLE a (b int);', contract]
    await migrate(await connection(), { program: '1.8.0', allowed: true, migrations: migrations.slice(0, 2) })
    await query(
      url,
      `INSERT INTO hosts VALUES ('mx1', '1.8.3', mailgauge_now()), ('gone', '1.0.0', mailgauge_now() - 660000)`,
    )
    const told = await migrate(await connection(), { program: '1.9.0', allowed: true, migrations })
    expect(told).toBe(
      'Host mx1 still runs Mailgauge 1.8.3, which needs the database as it was before 1.9.0. Upgrade it or end it.',
    )
    // The service runs meanwhile, and so do commands.
    await migrate(await connection(), { program: '1.9.0', allowed: false, migrations })
    const more = [...migrations, '-- expand\nCREATE TABLE c ();']
    await expect(
      migrate(await connection(), { program: '1.10.0', allowed: true, migrations: more }),
    ).rejects.toThrow(StoreRefused)
    await query(url, 'UPDATE hosts SET seen_at = 0')
    expect(await migrate(await connection(), { program: '1.9.0', allowed: true, migrations })).toBeUndefined()
    expect(await query(url, 'SELECT schema, oldest_program FROM mailgauge')).toEqual([
      { schema: 3, oldest_program: '1.9.0' },
    ])
    // The older program is told, and so is a command where tables are missing.
    await expect(
      migrate(await connection(), { program: '1.8.3', allowed: true, migrations: migrations.slice(0, 2) }),
    ).rejects.toThrow('The database needs Mailgauge 1.9.0 or newer, and this is 1.8.3.')
    await expect(
      migrate(await connection(), { program: '1.10.0', allowed: false, migrations: more }),
    ).rejects.toThrow('Start "mailgauge serve" once')
  })

  test('a newer form serves a program that is not too old for it', async () => {
    const { connection } = await database()
    const migrations = [HEAD, '-- expand\nCREATE TABLE a (b int);']
    await migrate(await connection(), { program: '1.9.0', allowed: true, migrations })
    expect(
      await migrate(await connection(), { program: '1.8.0', allowed: true, migrations: [HEAD] }),
    ).toBeUndefined()
  })

  test('servers that cannot be used are refused', async () => {
    const latin = `latin_${process.pid}`
    await query(
      server.url('postgres'),
      `CREATE DATABASE ${latin} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`,
    )
    const at = async (url: string) => {
      const one = await connect({
        address: addressOf({ url, tls: 'disable' }),
        program: 'test',
        statementMs: 0,
      })
      open.push(one)
      return one
    }
    await expect(lookAtServer(await at(server.url(latin)))).rejects.toThrow(
      'The database is encoded in LATIN1.',
    )
    const { url } = await database()
    await query(
      url,
      `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only = on`,
    )
    await expect(lookAtServer(await at(url))).rejects.toThrow('takes no writes')
    await expect(
      migrate(await (await database()).connection(), { program: '1.0.0', allowed: false }),
    ).rejects.toThrow('The database is empty.')
  })
})
