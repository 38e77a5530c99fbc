import type { Admin } from '../cli/deps.ts'
import type { Config } from '../config/config.ts'
import { type DirectoryLock, lockDirectory } from '../store/sqlite/lock.ts'
import { openStore, StoreRefused } from '../store/sqlite/open.ts'
import { openAdministration } from './services.ts'

/** Accounts and keys of the configured data directory; beside a running service the database is taken as it is. */
export async function openAdmin(config: Config, make: boolean): Promise<Admin | { refused: string }> {
  const { directory } = config.store
  const lock = make ? lockIfFree(directory) : undefined
  try {
    const store = await openStore({ directory, migrate: lock !== undefined })
    return {
      ...openAdministration(config, store),
      async close() {
        await store.close()
        lock?.release()
      },
    }
  } catch (cause) {
    lock?.release()
    if (cause instanceof StoreRefused) return { refused: cause.message }
    throw cause
  }
}

function lockIfFree(directory: string): DirectoryLock | undefined {
  const locking = lockDirectory(directory)
  return locking.kind === 'locked' ? locking.lock : undefined
}
