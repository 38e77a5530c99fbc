import type { Store } from '../../store.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'

export function accountParts(_db: Db, _of: PartOptions): Pick<Store, 'accounts' | 'apiKeys'> {
  return { accounts: notYet('accounts'), apiKeys: notYet('apiKeys') }
}
