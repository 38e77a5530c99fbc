import type { MessageStore } from '../../messages.ts'
import type { Store } from '../../store.ts'
import { notYet } from '../not-yet.ts'
import type { PartOptions } from '../options.ts'
import type { QueueMethod } from '../queue/parts.ts'
import type { Db } from '../sql/database.ts'

export function messageParts(
  _db: Db,
  _of: PartOptions,
): Pick<Store, 'oneClick'> & { messages: Omit<MessageStore, QueueMethod> } {
  return {
    messages: notYet(
      'messages',
      'accept',
      'finish',
      'ofTest',
      'report',
      'envelope',
      'raw',
      'content',
      'messageView',
      'evidence',
      'scored',
      'replaceReport',
      'keepRendered',
      'decidedByOthers',
      'replaceWithholding',
    ),
    oneClick: notYet('oneClick'),
  }
}
