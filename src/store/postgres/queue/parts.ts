import type { MessageStore } from '../../messages.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { analysedAgain } from './again.ts'
import { claimer } from './claim.ts'
import { heldMessages } from './held.ts'

/** Those of the methods of messages that the queue is made of. */
export type QueueMethod = 'claim' | 'analyseAgain' | 'renew' | 'giveBack' | 'claimsOf' | 'blame'

/** The queue: who may analyse which message, and when. */
export function queueParts(db: Db, _of: PartOptions): Pick<MessageStore, QueueMethod> {
  return { claim: claimer(db), analyseAgain: analysedAgain(db), ...heldMessages(db) }
}
