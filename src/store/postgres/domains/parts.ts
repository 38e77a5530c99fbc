import type { Store } from '../../store.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'

export function domainParts(
  _db: Db,
  _of: PartOptions,
): Pick<Store, 'domains' | 'domainHealth' | 'sourceMarks'> {
  return {
    domains: notYet('domains'),
    domainHealth: notYet('domainHealth'),
    sourceMarks: notYet('sourceMarks'),
  }
}
