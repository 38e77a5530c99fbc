import type { ComplaintStore } from '../../complaints/complaints.ts'
import { complaintReads } from '../aggregates/complaints/reads.ts'
import type { Connection } from '../connection.ts'
import { parcel } from '../packing.ts'
import { whenFull } from '../want-of-space.ts'
import type { WriterClient } from '../writer-client.ts'

/** Complaints, and the mail that brings them until it is read. */
export function complaintParts(
  reader: Connection,
  write: WriterClient['write'],
  intact: () => boolean,
): ComplaintStore {
  const reads = complaintReads(reader)
  return {
    localPart: async (domainId) => reads.localPart(domainId),
    address: async (local) => reads.address(local),
    summary: async (domainId, window) => reads.summary(domainId, window),
    ofAccount: async (accountId, window) => reads.ofAccount(accountId, window),
    letters: async (domainId) => reads.letters(domainId),
    lines: async (domainId, window) => reads.lines(domainId, window),
    providerDays: async (domainId, window) => reads.providerDays(domainId, window),
    watchedState: async (domainId) => reads.watchedState(domainId),
    async accept({ id, domainId, envelope, raw }, bounds) {
      const mail = {
        id,
        domainId,
        receivedAt: envelope.receivedAt.getTime(),
        envelope: JSON.stringify(envelope),
        raw: await parcel(raw),
        purpose: 'complaints' as const,
      }
      const answer = await write('reportMail.accept', mail, bounds).catch(whenFull)
      // What is in a file that was deleted meanwhile is not kept.
      return answer === 'stored' && !intact() ? 'no_space' : answer
    },
    settle: (claim, result) => write('complaints.settle', claim, result).catch(whenFull),
    watched: async (since, after, limit) => reads.watched(since, after, limit),
    watchSettle: (domainId, version, state, at, events) =>
      write('complaints.watchSettle', domainId, version, state, at, events),
    deleteBefore: (accountId, day, limit) => write('complaints.deleteBefore', accountId, day, limit),
    deleteLetters: (before, limit) => write('complaints.deleteLetters', before, limit),
  }
}
