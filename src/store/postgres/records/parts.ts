import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { recordReads } from './reads.ts'
import { recordWrites } from './writes.ts'

/** What records of domains have said. */
export function recordParts(db: Db, _of: PartOptions): Pick<Store, 'recordHistory'> {
  return { recordHistory: { ...recordReads(db), ...recordWrites(db) } }
}
