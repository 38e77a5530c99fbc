import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { monitorAcceptor } from './accept.ts'
import { monitorLooks } from './looks.ts'
import { monitorReads } from './reads.ts'
import { monitorWrites } from './writes.ts'

/** What accounts watch. */
export function monitorParts(db: Db, _of: PartOptions): Pick<Store, 'monitors'> {
  return {
    monitors: { ...monitorReads(db), ...monitorWrites(db), ...monitorLooks(db), accept: monitorAcceptor(db) },
  }
}
