import type { Store } from '../../store/store.ts'
import type { Log } from '../ports.ts'

export interface EnteringEarlierDeps {
  store: { mailTests: Pick<Store['mailTests'], 'enterEarlier'> }
  log: Log
}

/** Enters what earlier versions analysed into what lists and searches go by. */
export interface EnteringEarlier {
  /** Newest first, until none is left or `isOver` says so. Gives how many were entered. */
  run(isOver: () => boolean): Promise<number>
}

/** Few enough that who writes meanwhile hardly waits: each is unpacked and read. */
const AT_ONCE = 20
const REST_MS = 10

export function createEnteringEarlier({ store, log }: EnteringEarlierDeps): EnteringEarlier {
  return {
    async run(isOver) {
      let entered = 0
      while (!isOver()) {
        const some = await store.mailTests.enterEarlier(AT_ONCE)
        entered += some
        if (some < AT_ONCE) break
        await Bun.sleep(REST_MS)
      }
      if (entered > 0)
        log.info({ tests: entered }, 'Entered tests of an earlier version into lists and search')
      return entered
    },
  }
}
