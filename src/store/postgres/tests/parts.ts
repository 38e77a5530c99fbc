import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { allocator } from './allocate.ts'
import { testReads } from './reads.ts'
import { testSearch } from './search.ts'
import { testWrites } from './writes.ts'

/** Tests: their addresses, who may read them, and what is found of them. */
export function testParts(db: Db, _of: PartOptions): Pick<Store, 'mailTests'> {
  return {
    mailTests: { allocate: allocator(db), ...testReads(db), ...testWrites(db), find: testSearch(db) },
  }
}
