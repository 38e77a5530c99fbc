import { once } from '../../../core/making/once.ts'
import type { HistoryStore } from '../../history.ts'
import { historyReads } from '../aggregates/history/history-reads.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

/** What stays of analysed messages. */
export function historyParts(reader: Connection, write: WriterClient['write']): HistoryStore {
  const reads = once(() => historyReads(reader))
  return {
    counts: async (accountId, which) => reads().counts(accountId, which),
    domains: async (accountId, limit) => reads().domains(accountId, limit),
    rows: async (accountId, page) => reads().rows(accountId, page),
    deleteBefore: (day, limit) => write('history.deleteBefore', day, limit),
  }
}
