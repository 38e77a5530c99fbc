import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** A store of its own in a temporary folder, whose time stands still at THEN unless it is given a clock. With
 * MAILGAUGE_TEST_ENGINE=postgres it keeps everything in PostgreSQL, for tests that name no engine. */
export async function testStore(options: Partial<StoreOptions> = {}): Promise<TestStore> {
  const { directory, remove } = temporaryDirectory()
  if (process.env['MAILGAUGE_TEST_ENGINE'] === 'postgres') {
    const { testPostgres } = await import('./postgres.ts')
    const { clock, reportFiles } = options
    const opened = await testPostgres({ ...(clock && { clock }), ...(reportFiles && { reportFiles }) })
    return { store: opened.store, directory, done: () => opened.done().finally(remove) }
  }
  const store = await openStore({ directory, migrate: true, clock: testClock(), ...options })
  return {
    store,
    directory,
    async done() {
      await store.close()
      remove()
    },
  }
}
