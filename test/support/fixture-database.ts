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
