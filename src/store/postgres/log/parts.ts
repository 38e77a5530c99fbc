import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { mailLogReads } from './reads.ts'
import { mailLogWrites } from './writes.ts'

/** The log of mail that was brought here. */
export function logParts(db: Db, _of: PartOptions): Pick<Store, 'mailLog'> {
  return { mailLog: { ...mailLogReads(db), ...mailLogWrites(db) } }
}
