import type { Store } from '../../store.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'

export function logParts(_db: Db, _of: PartOptions): Pick<Store, 'mailLog'> {
  return { mailLog: notYet('mailLog') }
}
