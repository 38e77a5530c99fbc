import type { AggregateStore, AggregateWrites } from '../../../aggregates.ts'
import { notYet } from '../../not-yet.ts'
import type { PartOptions } from '../../options.ts'
import type { Db } from '../../sql/database.ts'

export function aggregateWriteParts(
  _db: Db,
  _of: PartOptions,
): AggregateWrites & Pick<AggregateStore, 'name' | 'forgetOrganizations'> {
  return notYet('aggregates', 'put', 'attributeAnew', 'deleteBefore', 'name', 'forgetOrganizations')
}
