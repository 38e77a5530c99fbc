import { Database } from 'bun:sqlite'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Databases as earlier builds made them, by scripts/make-fixture-database.ts. */
export const FIXTURES = join(import.meta.dir, '..', 'fixtures')

/** What cannot be read in the database itself. */
export interface FixtureFacts {
  madeAt: string
  /** Secrets of keys. `small`: of an account whose plan shows one report a month in full. */
  keys: { full: string; small: string; revoked: string }
  /** A request that was answered with this test. */
  idempotency: { key: string; token: string }
  /** A test whose owner said that its mail is marketing, and bulk. */
  said: string
}

/** What the build that made the database answered. */
export interface FixtureAnswer {
  path: string
  key?: 'full' | 'small'
  status: number
  body: Record<string, unknown>
}

export interface Fixture extends FixtureFacts {
  answers: FixtureAnswer[]
}

const LATER = Date.parse('2100-01-01')

/** Unpacks the database of a version into a data directory. Nothing in it has expired. */
export function readFixture(version: string, directory: string): Fixture {
  const file = (ending: string) => readFileSync(join(FIXTURES, `database-${version}.${ending}`))
  mkdirSync(directory)
  const path = join(directory, 'mailgauge.db')
  writeFileSync(path, Bun.zstdDecompressSync(file('db.zst')))
  const database = new Database(path)
  for (const table of ['mail_tests', 'idempotency_keys'])
    database.run(`UPDATE ${table} SET expires_at = ${LATER}`)
  database.run(`UPDATE role_mail SET received_at = ${Date.now()}`)
  database.close()
  const answers = new TextDecoder().decode(Bun.zstdDecompressSync(file('answers.json.zst')))
  return { ...JSON.parse(file('json').toString()), answers: JSON.parse(answers) }
}
