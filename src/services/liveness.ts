import type { Store } from '../store/store.ts'

/** Whether this process still works. That it answers at all shows its event loop; whoever writes the database is asked. */
export interface Liveness {
  /** False: only a restart helps. Answers at once. */
  isAlive(): boolean
}

/** Longer than a disk takes that is slow and not dead. */
const LONGEST_SILENCE_MS = 30_000

export const SILENT_WORDS =
  'The database writer has not answered for 30 seconds: nothing can be stored. Restart the service; if it happens again, look at the disk.'

/** `now`: milliseconds that only ever grow. */
export function createLiveness(store: Pick<Store, 'answers'>, now = () => performance.now()): Liveness {
  let askedAt: number | undefined

  function ask(): void {
    askedAt = now()
    // What it says does not matter: a disk that takes no write is a matter of readiness.
    const answered = () => {
      askedAt = undefined
    }
    store.answers().then(answered, answered)
  }

  return {
    isAlive() {
      if (askedAt === undefined) ask()
      return askedAt === undefined || now() - askedAt < LONGEST_SILENCE_MS
    },
  }
}
