import type { FactReads } from '../../../dmarc/source-facts.ts'
import { notYet } from '../../not-yet.ts'
import type { PartOptions } from '../../options.ts'
import type { Db } from '../../sql/database.ts'

export function factParts(_db: Db, _of: PartOptions): FactReads {
  return notYet('aggregates', 'facts', 'policies', 'sourceDays', 'recordsOf', 'standings')
}
