import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import Sqlite from '#sqlite'
import { openStore, type StoreOptions } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { testClock } from './clock.ts'

export interface TestStore {
  store: Store
  directory: string
  /** Closes the store and removes its folder. */
  done(): Promise<void>
}

export function temporaryDirectory(): { directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'mailgauge-test-'))
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** The tests' stores keep everything in PostgreSQL: those of tests that name no engine. What looks into SQLite's files is skipped. */
export const overPostgres = process.env['MAILGAUGE_TEST_ENGINE'] === 'postgres'

/** Which database stands for a folder. */
const places = new Map<string, string>()

/** The store of a folder: in its files, or in a database that stands for it, which the next store of the folder finds again. */
export async function storeIn(options: StoreOptions): Promise<Store> {
  if (!overPostgres) return openStore(options)
  const { testPostgres } = await import('./postgres.ts')
  const { directory, clock, reportFiles } = options
  const before = places.get(directory)
  const opened = await testPostgres({ clock, ...(reportFiles && { reportFiles }) }, before)
  places.set(directory, opened.url)
  return { ...opened.store, close: () => opened.done() }
}

/** Changes one row of what the store of a folder keeps, behind its back; `?` stands for the value. */
export async function changeIn(directory: string, statement: string, value: string): Promise<void> {
  const url = places.get(directory)
  const changed =
    url === undefined ? inFile(directory, statement, value) : await inDatabase(url, statement, value)
  if (changed !== 1) throw new Error(`${changed} rows changed`)
}

function inFile(directory: string, statement: string, value: string): number {
  const database = new Sqlite(join(directory, 'mailgauge.db'), { timeout: 10_000 })
  const { changes } = database.prepare(statement).run(value)
  database.close()
  return Number(changes)
}

async function inDatabase(url: string, statement: string, value: string): Promise<number> {
  const database = new SQL(url, { max: 1 })
  const { count } = await database.unsafe(statement.replace('?', '$1'), [value])
  await database.close()
  return count
}

/** A store of its own in a temporary folder, whose time stands still at THEN unless it is given a clock. With
 * MAILGAUGE_TEST_ENGINE=postgres it keeps everything in PostgreSQL, for tests that name no engine. */
export async function testStore(options: Partial<StoreOptions> = {}): Promise<TestStore> {
  const { directory, remove } = temporaryDirectory()
  const store = await storeIn({ directory, migrate: true, clock: testClock(), ...options })
  return {
    store,
    directory,
    async done() {
      await store.close()
      remove()
    },
  }
}
