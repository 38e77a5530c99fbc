import type { Store } from '../store/store.ts'
import type { Clock, Log } from './ports.ts'

export interface Upkeep {
  /** Deletes what is past its time; gives how many tests and role messages went. */
  run(): Promise<{ tests: number; roleMail: number }>
}

export declare function createUpkeep(deps: { store: Store; clock: Clock; log: Log }): Upkeep
