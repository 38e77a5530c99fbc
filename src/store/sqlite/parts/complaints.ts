import { once } from '../../../core/making/once.ts'
import type { ComplaintStore, ComplaintSummary } from '../../complaints/complaints.ts'
import type { ComplaintQueries } from '../aggregates/complaints/queries.ts'
import { complaintReads } from '../aggregates/complaints/reads.ts'
import type { Connection } from '../connection.ts'
import type { Readers } from '../readers/readers.ts'
import { whenFull } from '../want-of-space.ts'
import type { WriterClient } from '../writer-client.ts'
import { acceptsFor } from './report-mail.ts'

const NOTHING: ComplaintSummary = {
  days: [],
  providers: [],
  campaigns: [],
  moreCampaigns: 0,
  withoutCampaign: 0,
  beyondCampaigns: 0,
}

/** Complaints, and the mail that brings them until it is read. */
export function complaintParts(
  reader: Connection,
  write: WriterClient['write'],
  readers: Readers,
  intact: () => boolean,
): ComplaintStore {
  const reads = once(() => complaintReads(reader))

  /** Of a domain without complaints nothing has to be looked for, so that no thread is begun where none ever came. */
  function ask<N extends keyof ComplaintQueries>(
    name: N,
    account: string | undefined,
    args: Parameters<ComplaintQueries[N]>,
  ): Promise<ReturnType<ComplaintQueries[N]>> | undefined {
    if (account === undefined) return undefined
    return readers.ask(account, name, args) as Promise<ReturnType<ComplaintQueries[N]>>
  }

  return {
    localPart: async (domainId) => reads().localPart(domainId),
    address: async (local) => reads().address(local),
    summary: async (domainId, window) =>
      ask('complaints.summary', reads().account(domainId), [domainId, window]) ?? NOTHING,
    ofAccount: async (accountId, window) =>
      ask('complaints.ofAccount', reads().hasAny(accountId) ? accountId : undefined, [accountId, window]) ??
      [],
    letters: async (domainId) => reads().letters(domainId),
    lines: async (domainId, window) =>
      ask('complaints.lines', reads().account(domainId), [domainId, window]) ?? [],
    providerDays: async (domainId, window) =>
      ask('complaints.providerDays', reads().account(domainId), [domainId, window]) ?? [],
    sentBy: async (domainId, window, of) =>
      ask('complaints.sentBy', reads().account(domainId), [domainId, window, of]) ?? [],
    watchedState: async (domainId) => reads().watchedState(domainId),
    accept: acceptsFor('complaints', write, intact),
    settle: (claim, result) => write('complaints.settle', claim, result).catch(whenFull),
    watched: async (since, after, limit) => reads().watched(since, after, limit),
    watchSettle: (domainId, version, state, at, events) =>
      write('complaints.watchSettle', domainId, version, state, at, events),
    deleteBefore: (accountId, day, limit) => write('complaints.deleteBefore', accountId, day, limit),
    deleteLetters: (before, limit) => write('complaints.deleteLetters', before, limit),
  }
}
