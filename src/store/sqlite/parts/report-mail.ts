import { once } from '../../../core/making/once.ts'
import { envelopeFromJson } from '../../keeping/envelope-json.ts'
import { parcel, unpack } from '../../keeping/packing.ts'
import { createTogether } from '../../keeping/together.ts'
import { REPORT_FILE_BOUNDS, type ReportFileBounds, type ReportMailStore } from '../../report-mail.ts'
import type { ImportedCall } from '../aggregates/report-mail/files.ts'
import { reportMailReads } from '../aggregates/report-mail/reads.ts'
import type { Connection } from '../connection.ts'
import { whenFull } from '../want-of-space.ts'
import type { WriterClient } from '../writer-client.ts'

/** Keeps mail to an address of a domain, for what comes there. */
export function acceptsFor(
  purpose: 'reports' | 'complaints',
  write: WriterClient['write'],
  intact: () => boolean,
): ReportMailStore['accept'] {
  return async ({ id, domainId, envelope, raw }, bounds) => {
    const mail = {
      id,
      domainId,
      receivedAt: envelope.receivedAt.getTime(),
      envelope: JSON.stringify(envelope),
      raw: await parcel(raw),
      purpose,
    }
    const answer = await write('reportMail.accept', mail, bounds).catch(whenFull)
    // What is in a file that was deleted meanwhile is not kept.
    return answer === 'stored' && !intact() ? 'no_space' : answer
  }
}

/** Report mail that waits, and what became of its files. */
export function reportMailParts(
  reader: Connection,
  write: WriterClient['write'],
  clock: { now(): Date },
  intact: () => boolean,
  usual: ReportFileBounds = REPORT_FILE_BOUNDS,
): ReportMailStore {
  const reads = once(() => reportMailReads(reader))
  const imported = createTogether<ImportedCall, void>(async (calls) => {
    await write('reportMail.imported', calls, clock.now())
    return calls.map(() => undefined)
  }, octetsOf)
  return {
    address: async (token) => reads().address(token),
    accept: acceptsFor('reports', write, intact),
    claim: (holder, leaseMs, limit) => write('reportMail.claim', holder, leaseMs, limit, clock.now()),
    takeBack: (host, holder) => write('reportMail.takeBack', host, holder, clock.now()),
    async raw(id) {
      const row = reads().packed(id)
      return row && { raw: await unpack(row), envelope: envelopeFromJson(row.envelope) }
    },
    finish: (claim, result, bounds = usual) =>
      write('reportMail.finish', claim, result, bounds, clock.now()).catch(whenFull),
    giveBack: (claim, how) => write('reportMail.giveBack', claim, how),
    imported: ({ importId: _, ...of }, told, bounds = usual) => imported({ of, told, bounds }),
    files: async (domainId, query) => reads().files(domainId, query),
    counts: async (domainId) => reads().counts(domainId),
    file: async (domainId, id) => reads().file(domainId, id),
    changeOutcome: (id, to) => write('reportMail.changeOutcome', id, to),
    taken: (id, uid, other, entry) => write('reportMail.taken', id, uid, other, entry),
    tidy: (now, limit) => write('reportMail.tidy', now, limit),
    deleteBefore: (accountId, at, limit) => write('reportMail.deleteBefore', accountId, at, limit),
    bytes: async () => reads().bytes(),
  }
}

const octetsOf = ({ told }: ImportedCall): number =>
  told.reduce((sum, { file }) => sum + (file.attachment?.bytes.length ?? 0), 0)
