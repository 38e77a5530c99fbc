import type { AccountStore } from '../../accounts.ts'
import type { Store } from '../../store.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { accountPart } from './accounts.ts'
import { apiKeyPart } from './api-keys.ts'
import { slotTaker } from './slots.ts'

/** Accounts with their keys and what they use. */
export function accountParts(db: Db, _of: PartOptions): Pick<Store, 'accounts' | 'apiKeys'> {
  const later = notYet<Pick<AccountStore, 'delete' | 'deleteRest'>>('accounts', 'delete', 'deleteRest')
  return { accounts: { ...later, ...accountPart(db), takeSlot: slotTaker(db) }, apiKeys: apiKeyPart(db) }
}
