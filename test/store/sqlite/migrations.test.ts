import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { StoreRefused } from '../../../src/store/keeping/refused.ts'
import { openWriter } from '../../../src/store/sqlite/connection.ts'
import { MIGRATIONS, migrate, versionOf } from '../../../src/store/sqlite/migrations.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import * as ofComplaints from '../../../src/store/sqlite/schema/complaints.ts'
import * as ofDestinations from '../../../src/store/sqlite/schema/destinations.ts'
import * as ofDigests from '../../../src/store/sqlite/schema/digests.ts'
import * as ofDmarc from '../../../src/store/sqlite/schema/dmarc.ts'
import * as ofFacts from '../../../src/store/sqlite/schema/dmarc-facts.ts'
import * as ofDmarcWatch from '../../../src/store/sqlite/schema/dmarc-watch.ts'
import * as ofHealth from '../../../src/store/sqlite/schema/domain-health.ts'
import * as ofDomains from '../../../src/store/sqlite/schema/domains.ts'
import * as ofHistory from '../../../src/store/sqlite/schema/history.ts'
import * as ofMailLog from '../../../src/store/sqlite/schema/mail-log.ts'
import * as ofMonitors from '../../../src/store/sqlite/schema/monitors.ts'
import * as ofOneClick from '../../../src/store/sqlite/schema/one-click.ts'
import * as ofPeople from '../../../src/store/sqlite/schema/people.ts'
import * as ofRecords from '../../../src/store/sqlite/schema/record-history.ts'
import * as ofReportMail from '../../../src/store/sqlite/schema/report-mail.ts'
import * as ofSickness from '../../../src/store/sqlite/schema/sickness.ts'
import * as ofSourceMarks from '../../../src/store/sqlite/schema/source-marks.ts'
import * as ofTlsReports from '../../../src/store/sqlite/schema/tls-reports.ts'
import * as schema from '../../../src/store/sqlite/schema.ts'
import { temporaryDirectory } from '../../support/store.ts'

function memory() {
  return openWriter(':memory:').driver
}

describe('the schema', () => {
  const driver = memory()
  migrate(driver, true)
  const inDatabase = driver
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'test_terms%'",
    )
    .pluck()
    .all()
  const tables = [
    schema,
    ofComplaints,
    ofDestinations,
    ofDmarc,
    ofFacts,
    ofDomains,
    ofHealth,
    ofHistory,
    ofMailLog,
    ofMonitors,
    ofOneClick,
    ofPeople,
    ofRecords,
    ofReportMail,
    ofDmarcWatch,
    ofDigests,
    ofSickness,
    ofSourceMarks,
    ofTlsReports,
  ]
    .flatMap((file) => Object.values(file).filter((one) => is(one, SQLiteTable)))
    .map(getTableConfig)

  test('names the tables that the migrations make', () => {
    expect(tables.map(({ name }) => name).toSorted()).toEqual((inDatabase as string[]).toSorted())
  })

  test.each(tables.map((table) => [table.name, table] as const))(
    'says of %s what the migrations made of it',
    (name, { columns, primaryKeys }) => {
      const combined = primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
      const described = columns.map((column) => {
        const key = column.primary || combined.includes(column.name)
        return { name: column.name, type: column.getSQLType().toUpperCase(), notnull: column.notNull, key }
      })
      const made = driver.pragma(`table_info(${name})`) as {
        name: string
        type: string
        notnull: number
        pk: number
      }[]
      expect(described).toEqual(
        made.map(({ name, type, notnull, pk }) => ({
          name,
          type,
          // SQLite leaves NOT NULL away from the key of a row id.
          notnull: notnull === 1 || (type === 'INTEGER' && pk > 0),
          key: pk > 0,
        })),
      )
    },
  )

  test('has an index for every foreign key, so that deleting a test does not read whole tables', () => {
    for (const { name } of tables) {
      const keys = driver.pragma(`foreign_key_list(${name})`) as { from: string }[]
      for (const { from } of keys) {
        const plan = driver.prepare(`EXPLAIN QUERY PLAN SELECT 1 FROM ${name} WHERE ${from} = ?`).all(1)
        expect(JSON.stringify(plan)).toContain('SEARCH')
      }
    }
  })
})

describe('migrating', () => {
  test('happens once', () => {
    const driver = memory()
    expect(migrate(driver, true)).toEqual({ kind: 'current' })
    expect(versionOf(driver)).toBe(MIGRATIONS.length)
    expect(migrate(driver, false)).toEqual({ kind: 'current' })
  })

  test('an older database is refused where migrating is not allowed, and left as it is', () => {
    const driver = memory()
    const refused = migrate(driver, false)
    expect(refused).toMatchObject({ kind: 'refused', reason: expect.stringContaining('older Mailgauge') })
    expect(versionOf(driver)).toBe(0)
  })

  test('a newer database is refused', () => {
    const driver = memory()
    driver.pragma(`user_version = ${MIGRATIONS.length + 1}`)
    const refused = migrate(driver, true)
    expect(refused).toMatchObject({ kind: 'refused', reason: expect.stringContaining('newer Mailgauge') })
    expect(versionOf(driver)).toBe(MIGRATIONS.length + 1)
  })

  const parentAndChild =
    'CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p (id) ON DELETE CASCADE); INSERT INTO p VALUES (1); INSERT INTO c VALUES (1, 1);'
  const rebuilt =
    'CREATE TABLE p2 (id INTEGER PRIMARY KEY, more TEXT); INSERT INTO p2 (id) SELECT id FROM p; DROP TABLE p; ALTER TABLE p2 RENAME TO p;'

  test('a rebuilt table keeps the rows that refer to it', () => {
    const driver = memory()
    expect(migrate(driver, true, [parentAndChild, rebuilt])).toEqual({ kind: 'current' })
    expect(driver.prepare('SELECT count(*) FROM c').pluck().get()).toBe(1)
    expect(driver.pragma('foreign_keys', { simple: true })).toBe(1)
  })

  test('one that breaks a reference is undone, the ones before it stay', () => {
    const driver = memory()
    expect(() => migrate(driver, true, [parentAndChild, 'DELETE FROM p;'])).toThrow(
      /Migration 2 leaves 1 row/,
    )
    expect(versionOf(driver)).toBe(1)
    expect(driver.prepare('SELECT count(*) FROM p').pluck().get()).toBe(1)
    expect(driver.pragma('foreign_keys', { simple: true })).toBe(1)
  })

  test('one that only adds to the schema does not look through all rows', () => {
    const driver = memory()
    migrate(driver, true, [parentAndChild])
    driver.pragma('foreign_keys = OFF')
    driver.exec('DELETE FROM p')
    const added = 'CREATE TABLE more (p INTEGER REFERENCES p (id) ON DELETE CASCADE);'
    expect(migrate(driver, true, [parentAndChild, added])).toEqual({ kind: 'current' })
    const column = 'ALTER TABLE c ADD COLUMN other INTEGER REFERENCES p (id) DEFAULT 7;'
    expect(() => migrate(driver, true, [parentAndChild, added, column])).toThrow(/Migration 3 leaves/)
  })

  test('one that fails halfway leaves nothing behind', () => {
    const driver = memory()
    expect(() =>
      migrate(driver, true, ['CREATE TABLE half (id INTEGER); CREATE TABLE half (id INTEGER);']),
    ).toThrow()
    expect(versionOf(driver)).toBe(0)
    expect(driver.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").pluck().get()).toBe(0)
  })
})

describe('opening', () => {
  test('says in a sentence why it does not', async () => {
    const { directory, remove } = temporaryDirectory()
    const opening = (migrate: boolean) => openStore({ directory, migrate })
    await expect(opening(false)).rejects.toThrow(/no Mailgauge database/)
    await (await opening(true)).close()
    await (await opening(false)).close()
    const { driver } = openWriter(join(directory, 'mailgauge.db'))
    driver.pragma('user_version = 99')
    driver.close()
    await expect(opening(true)).rejects.toThrow(/newer Mailgauge/)
    await expect(opening(true)).rejects.toBeInstanceOf(StoreRefused)
    await Bun.write(
      join(directory, 'mailgauge.db'),
      'this is no database at all, but it is long enough'.repeat(40),
    )
    await expect(opening(true)).rejects.toThrow(/is no SQLite database, or its beginning is damaged/)
    remove()
  })
})
