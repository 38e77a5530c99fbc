import type { Store } from '../store/store.ts'
import type { Clock, Log } from './ports.ts'

export interface Upkeep {
  /** Deletes what is past its time; gives how many tests and role messages went. */
  run(): Promise<{ tests: number; roleMail: number }>
}

/** Few enough that one deletion does not hold up the mail that waits to be written. */
const TESTS_AT_ONCE = 20
const ROLE_MAIL_DAYS = 30
const DAY_MS = 86_400_000

export function createUpkeep({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Upkeep {
  async function deleteTests(now: Date): Promise<number> {
    for (let deleted = 0; ; ) {
      const gone = await store.mailTests.deleteExpired(now, TESTS_AT_ONCE)
      deleted += gone
      if (gone < TESTS_AT_ONCE) return deleted
    }
  }

  return {
    async run() {
      const now = clock.now()
      const tests = await deleteTests(now)
      const roleMail = await store.roleMail.deleteBefore(new Date(now.getTime() - ROLE_MAIL_DAYS * DAY_MS))
      await store.mailTests.forgetCounts(now)
      if (tests + roleMail > 0) log.info({ tests, roleMail }, 'Deleted what had expired')
      return { tests, roleMail }
    },
  }
}
