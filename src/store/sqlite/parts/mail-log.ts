import { once } from '../../../core/making/once.ts'
import type { MailLogStore } from '../../mail-log.ts'
import { mailLogReads } from '../aggregates/mail-log/mail-log-reads.ts'
import type { Connection } from '../connection.ts'
import type { WriterClient } from '../writer-client.ts'

/** The log of mail that was brought here. */
export function mailLogParts(
  { queries }: Connection,
  write: WriterClient['write'],
  clock: { now(): Date },
): MailLogStore {
  const log = once(() => mailLogReads(queries))
  return {
    add: (lines, leftOut, bounds) => write('mailLog.add', lines, leftOut, bounds),
    list: async (query) => log().list(query, clock.now()),
    lastRefusal: async (localPart) => log().lastRefusal(localPart),
    leftOut: async (since, accountId) => log().leftOut(since, accountId),
    deleteBefore: (at, addresses, limit) => write('mailLog.deleteBefore', at, addresses, limit),
  }
}
