import type { MessageStore } from '../../messages.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'

/** Those of the methods of messages that the queue is made of. */
export type QueueMethod = 'claim' | 'analyseAgain' | 'renew' | 'giveBack' | 'claimsOf' | 'blame'

export function queueParts(_db: Db, _of: PartOptions): Pick<MessageStore, QueueMethod> {
  return notYet('messages', 'claim', 'analyseAgain', 'renew', 'giveBack', 'claimsOf', 'blame')
}
