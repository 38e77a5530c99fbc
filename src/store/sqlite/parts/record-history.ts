import { once } from '../../../core/making/once.ts'
import type { RecordHistoryStore } from '../../watching/record-history.ts'
import { recordHistoryReads } from '../aggregates/watching/record-history.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

/** What records of domains have said. */
export function recordHistoryParts(reader: Connection, write: WriterClient['write']): RecordHistoryStore {
  const history = once(() => recordHistoryReads(reader))
  return {
    keep: (owner, look) => write('recordHistory.keep', owner, look),
    current: async (owner) => history().current(owner),
    versions: async (owner, limit) => history().versions(owner, limit),
    begin: async (owner) => history().begin(owner),
    nextLook: async (owner) => history().nextLook(owner),
    due: async (now, of, request) => history().due(now, of, request),
    putOff: (owner, dueAt, state) => write('recordHistory.putOff', owner, dueAt, state),
  }
}
