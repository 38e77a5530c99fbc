import type { Store } from '../store.ts'

export interface StoreOptions {
  /** The data directory; made when it is absent. */
  directory: string
  /** Brings the database to this version first. Only under the lock of the data directory. */
  migrate: boolean
  /** The writer's module, when it is not where this module expects it. */
  workerUrl?: string | URL
}

/** Why the database cannot be used, in a sentence for the operator. */
export class StoreRefused extends Error {}

/** Opens the SQLite store, its writer in a thread of its own. Rejects with StoreRefused. */
export declare function openStore(options: StoreOptions): Promise<Store>
