import type { AggregateReads } from '../../../aggregates.ts'
import { notYet } from '../../not-yet.ts'
import type { PartOptions } from '../../options.ts'
import type { Db } from '../../sql/database.ts'

export function aggregateReadParts(_db: Db, _of: PartOptions): AggregateReads {
  return notYet(
    'aggregates',
    'summary',
    'reports',
    'sources',
    'records',
    'report',
    'reported',
    'unnamed',
    'names',
    'uncounted',
  )
}
