import type { Store } from '../../store.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { allocator } from './allocate.ts'
import { testReads } from './reads.ts'

/** Tests: their addresses, who may read them, and what is found of them. */
export function testParts(db: Db, _of: PartOptions): Pick<Store, 'mailTests'> {
  return {
    mailTests: {
      ...notYet(
        'mailTests',
        'find',
        'enterEarlier',
        'setShared',
        'setSenderHints',
        'delete',
        'deleteExpired',
        'forgetCounts',
      ),
      allocate: allocator(db),
      ...testReads(db),
    },
  }
}
