import type { Config } from '../config/config.ts'
import { createRescoring, type Rescoring } from '../services/rescoring/rescoring.ts'
import { openStore, StoreRefused } from '../store/sqlite/open.ts'
import { openOfflinePool } from './offline.ts'

export interface OpenRescoring extends Rescoring {
  close(): Promise<void>
}

/** Rescoring over the configured data directory, beside a running service or alone. */
export async function openRescoring(
  config: Config,
  write: boolean,
  say: (sentence: string) => void,
): Promise<OpenRescoring | { refused: string }> {
  try {
    const store = await openStore({ directory: config.store.directory, migrate: false })
    const runner = openOfflinePool(config, say)
    return {
      ...createRescoring({ store, runner, write }),
      async close() {
        await runner.stop()
        await store.close()
      },
    }
  } catch (cause) {
    if (cause instanceof StoreRefused) return { refused: cause.message }
    throw cause
  }
}
