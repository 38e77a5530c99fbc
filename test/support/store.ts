import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../src/net/ports.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

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

/** A store of its own in a temporary folder. */
export async function testStore(clock?: Clock): Promise<TestStore> {
  const { directory, remove } = temporaryDirectory()
  const store = await openStore({ directory, migrate: true, ...(clock && { clock }) })
  return {
    store,
    directory,
    async done() {
      await store.close()
      remove()
    },
  }
}
