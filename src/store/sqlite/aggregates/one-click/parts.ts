import { once } from '../../../../core/making/once.ts'
import type { OneClickStore } from '../../../one-click/tries.ts'
import type { Connection } from '../../connection.ts'
import { whenFull } from '../../want-of-space.ts'
import type { WriterClient } from '../../writer-client.ts'
import { oneClickReads } from './tries.ts'

/** One-click requests that people had sent. */
export function oneClickParts({ queries }: Connection, write: WriterClient['write']): OneClickStore {
  const tries = once(() => oneClickReads(queries))
  return {
    begin: (messageId, began, entry) => write('oneClick.begin', messageId, began, entry).catch(whenFull),
    finish: (messageId, began, outcome) =>
      write('oneClick.finish', messageId, began, outcome).catch(whenFull),
    of: async (messageId) => tries().of(messageId),
  }
}
