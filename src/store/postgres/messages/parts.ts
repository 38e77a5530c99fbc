import type { MessageStore } from '../../messages.ts'
import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { QueueMethod } from '../queue/parts.ts'
import type { Db } from '../sql/database.ts'
import { acceptor } from './accept.ts'
import { finisher } from './finish.ts'
import { oneClickPart } from './one-click.ts'
import { messageReads } from './reads.ts'
import { replacer } from './replacing.ts'

/** Received mail and what its analyses leave; the queue is a part of its own. */
export function messageParts(
  db: Db,
  _of: PartOptions,
): Pick<Store, 'oneClick'> & { messages: Omit<MessageStore, QueueMethod> } {
  return {
    messages: { ...messageReads(db), ...replacer(db), accept: acceptor(db), finish: finisher(db) },
    oneClick: oneClickPart(db),
  }
}
