import { once } from '../../../core/making/once.ts'
import type { MonitorStore } from '../../watching/monitors.ts'
import type { WatchedTimeStore } from '../../watching/watched-time.ts'
import { monitorReads } from '../aggregates/monitors/reads.ts'
import { watchedTimeReads } from '../aggregates/monitors/watched-time.ts'
import type { Connection } from '../connection.ts'
import { packedRecord, recordOf } from '../parcels.ts'
import { whenFull } from '../want-of-space.ts'
import type { WriterClient } from '../writer-client.ts'

export function watchedTimeParts({ queries }: Connection, write: WriterClient['write']): WatchedTimeStore {
  const time = once(() => watchedTimeReads(queries))
  return {
    read: async () => time().read(),
    advance: (milliseconds) => write('watchedTime.advance', milliseconds),
  }
}

/** What accounts watch. `intact`: whether the database is still in the file that was opened. */
export function monitorParts(
  reader: Connection,
  write: WriterClient['write'],
  clock: { now(): Date },
  intact: () => boolean,
): MonitorStore {
  const monitors = once(() => monitorReads(reader))
  return {
    add: (monitor, most, said) => write('monitors.add', monitor, most, said).catch(whenFull),
    byId: async (accountId, id) => monitors().byId(accountId, id),
    list: async (accountId) => monitors().list(accountId),
    all: async (after, limit) => monitors().all(after, limit),
    ofDomain: async (domainId) => monitors().ofDomain(domainId),
    change: (accountId, id, change, said) => write('monitors.change', accountId, id, change, said),
    delete: (accountId, id, said) => write('monitors.delete', accountId, id, said),
    byBadge: async (badge) => monitors().byBadge(badge),
    mailbox: async (localPart) => monitors().mailbox(localPart, clock.now()),
    async accept(accepted) {
      const record = recordOf(accepted) ?? (await packedRecord(accepted))
      const messages = record.messages.flatMap((message, index) => {
        const of = accepted[index]
        return of ? [{ ...message, monitorId: of.monitorId, expiresAt: of.expiresAt.getTime() }] : []
      })
      const answer = await write('monitors.accept', { messages, parcels: record.parcels }, clock.now()).catch(
        whenFull,
      )
      // What is in a file that was deleted meanwhile is not kept.
      return answer === 'stored' && !intact() ? 'no_space' : answer
    },
    due: async (now, limit) => monitors().due(now, limit),
    begin: async (id) => monitors().begin(id),
    settle: (id, version, look, events) => write('monitors.settle', id, version, look, events),
    told: async (id, limit) => monitors().told(id, limit),
    messages: async (id, page) => monitors().messages(id, page, clock.now()),
    scores: async (id, since, limit) => monitors().scores(id, since, limit),
    forgetScores: (before, limit) => write('monitors.forgetScores', before, limit),
  }
}
