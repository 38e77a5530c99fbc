import type { Store } from '../../store.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'

export function smallParts(
  _db: Db,
  _of: PartOptions,
): Pick<Store, 'sealed' | 'roleMail' | 'sickness' | 'watchedTime' | 'digests' | 'usage'> {
  return {
    sealed: notYet('sealed'),
    roleMail: notYet('roleMail'),
    sickness: notYet('sickness'),
    watchedTime: notYet('watchedTime'),
    digests: notYet('digests'),
    usage: notYet('usage'),
  }
}
