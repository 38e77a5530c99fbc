import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { accountPart } from './accounts.ts'
import { apiKeyPart } from './api-keys.ts'
import { accountDeletion } from './deletion.ts'
import { slotTaker } from './slots.ts'

/** Accounts with their keys and what they use. */
export function accountParts(db: Db, _of: PartOptions): Pick<Store, 'accounts' | 'apiKeys'> {
  return {
    accounts: { ...accountPart(db), ...accountDeletion(db), takeSlot: slotTaker(db) },
    apiKeys: apiKeyPart(db),
  }
}
