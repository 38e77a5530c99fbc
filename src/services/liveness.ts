import type { Store } from '../store/store.ts'

/** Whether this process still works. That it answers at all shows its event loop; the database writer is asked. */
export interface Liveness {
  /** False: only a restart helps. Answers at once. */
  isAlive(): boolean
}

/** Longer than a disk takes that is slow and not dead. */
const LONGEST_SILENCE_MS = 30_000

export const SILENT_WORDS =
  'The database writer has not answered for 30 seconds: nothing can be stored. Restart the service; if it happens again, look at the disk.'

export function createLiveness(store: Pick<Store, 'silence'>): Liveness {
  return { isAlive: () => store.silence() < LONGEST_SILENCE_MS }
}
