import { once } from '../../../core/making/once.ts'
import type { DigestStore } from '../../watching/digests.ts'
import { digestReads } from '../aggregates/watching/digests.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

/** Which accounts have the digest of which week. */
export function digestParts(reader: Connection, write: WriterClient['write']): DigestStore {
  const digests = once(() => digestReads(reader))
  return {
    due: async (week, after, limit) => digests().due(week, after, limit),
    settle: (accountId, week, at, payload) => write('digests.settle', accountId, week, at, payload),
  }
}
