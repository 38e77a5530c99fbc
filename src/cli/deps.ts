import type { Config } from '../config/config.ts'
import type { Accounts } from '../services/accounts.ts'
import type { ApiKeys } from '../services/api-keys.ts'

/** Accounts and keys over the store, beside a running service or alone. */
export interface Admin {
  accounts: Accounts
  apiKeys: ApiKeys
  close(): Promise<void>
}

/** What commands get from the composition root, loaded only when one of them asks. */
export interface CliDeps {
  version: string
  /** `make` brings a missing database into being. Gives the sentence that says why when the store cannot be used. */
  openAdmin(config: Config, make: boolean): Promise<Admin | { refused: string }>
}
