import type { Store } from '../../store.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'

export function peopleParts(
  _db: Db,
  _of: PartOptions,
): Pick<
  Store,
  'people' | 'memberships' | 'invitations' | 'sessions' | 'oneTimeLinks' | 'ceremonies' | 'audit'
> {
  return {
    people: notYet('people'),
    memberships: notYet('memberships'),
    invitations: notYet('invitations'),
    sessions: notYet('sessions'),
    oneTimeLinks: notYet('oneTimeLinks'),
    ceremonies: notYet('ceremonies'),
    audit: notYet('audit'),
  }
}
