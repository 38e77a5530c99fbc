import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { backlogRead } from './backlog.ts'
import { digestPart } from './digests.ts'
import { roleMailPart } from './role-mail.ts'
import { sealedPart } from './sealed.ts'
import { sicknessPart } from './sickness.ts'
import { usagePart } from './usage.ts'
import { watchedTimePart } from './watched-time.ts'

/** What is of no account alone, and digests. */
export function smallParts(
  db: Db,
  _of: PartOptions,
): Pick<Store, 'sealed' | 'roleMail' | 'sickness' | 'watchedTime' | 'digests' | 'usage'> {
  return {
    sealed: sealedPart(db),
    roleMail: roleMailPart(db),
    sickness: sicknessPart(db),
    watchedTime: watchedTimePart(db),
    digests: digestPart(db),
    usage: { ...usagePart(db), backlog: backlogRead(db) },
  }
}
