import { once } from '../../../core/making/once.ts'
import type { WatchStore } from '../../dmarc/watching.ts'
import { watchReads } from '../aggregates/dmarc/watching.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

/** What is remembered of domains whose reports are watched. */
export function watchParts(reader: Connection, write: WriterClient['write']): WatchStore {
  const watching = once(() => watchReads(reader))
  return {
    domains: async (after, limit) => watching().domains(after, limit),
    begin: async (domainId) => watching().begin(domainId),
    imported: async (domainId, since, days) => watching().imported(domainId, since, days),
    settle: (domainId, version, look, events) => write('watching.settle', domainId, version, look, events),
    tellOfPast: (domainId, events) => write('watching.tellOfPast', domainId, events),
    lasting: async (accountId, domainId) => watching().lasting(accountId, domainId),
    told: async (domainId, limit) => watching().told(domainId, limit),
    toldSince: async (accountId, since, limit) => watching().toldSince(accountId, since, limit),
  }
}
