import type { Config } from '../config/config.ts'
import type { HintChange, SenderHints } from '../core/report.ts'
import { createRescoring, type Rescoring } from '../services/analysis/rescoring/rescoring.ts'
import { hintsAfter } from '../services/mail-tests/hinting.ts'
import { openOfflinePool } from './offline.ts'
import { openCommandStore } from './open-store.ts'
import { refusalOf } from './parts.ts'

export interface OpenRescoring extends Rescoring {
  /** What the owner of a test says after this change; kept where reports are written. Absent: there is no such test. */
  said(token: string, change: HintChange): Promise<SenderHints | undefined>
  close(): Promise<void>
}

/** Rescoring over the configured store, beside a running service or alone. */
export async function openRescoring(
  config: Config,
  write: boolean,
  say: (sentence: string) => void,
): Promise<OpenRescoring | { refused: string }> {
  try {
    const { store, close } = await openCommandStore(config)
    const runner = openOfflinePool(config, say)
    return {
      ...createRescoring({ store, runner, write }),
      async said(token, change) {
        const test = await store.mailTests.byToken(token)
        const hints = test && hintsAfter(test.senderHints ?? {}, change)
        if (hints && write) await store.mailTests.changeSenderHints(token, change)
        return hints
      },
      async close() {
        await runner.stop()
        await close()
      },
    }
  } catch (cause) {
    return refusalOf(cause)
  }
}
