import { once } from '../../core/making/once.ts'
import { type EngineClock, lastingClock, systemClock } from '../keeping/engine-clock.ts'
import { parcel } from '../keeping/packing.ts'
import {
  bare,
  jsonOf,
  outcomeParcel,
  renderedParcel,
  replacementParcel,
  unpacked,
  withholdingParcel,
} from '../keeping/parcels.ts'
import { StoreRefused } from '../keeping/refused.ts'
import { storedReport } from '../keeping/report-json.ts'
import type { ReportFileBounds } from '../report-mail.ts'
import type { Store } from '../store.ts'
import { accountReads } from './aggregates/accounts.ts'
import { mailTestReads } from './aggregates/mail-tests.ts'
import { messageReads } from './aggregates/message-reads.ts'
import { oneClickParts } from './aggregates/one-click/parts.ts'
import { outboxReads } from './aggregates/outbox.ts'
import { roleMailReads } from './aggregates/role-mail.ts'
import { type Budgets, createBudgets } from './budgets.ts'
import { type Connection, openReader } from './connection.ts'
import { bytesInUse, databaseIn, hasStore, prepareFile, watchFiles } from './files.ts'
import { watchDamage } from './health/watch-damage.ts'
import { createCrates } from './mail/crates.ts'
import type { Migrator } from './migrations.ts'
import { packedRecord, recordOf } from './parcels.ts'
import { aggregateParts } from './parts/aggregates.ts'
import { complaintParts } from './parts/complaints.ts'
import { destinationParts } from './parts/destinations.ts'
import { digestParts } from './parts/digests.ts'
import { domainParts } from './parts/domains.ts'
import { historyParts } from './parts/history.ts'
import { leaseParts, usageParts } from './parts/leases.ts'
import { mailLogParts } from './parts/mail-log.ts'
import { monitorParts, watchedTimeParts } from './parts/monitors.ts'
import { apiKeyPart, membershipParts, peopleParts, sessionParts } from './parts/people.ts'
import { recordHistoryParts } from './parts/record-history.ts'
import { reportMailParts } from './parts/report-mail.ts'
import { sealedParts } from './parts/sealed.ts'
import { sicknessParts } from './parts/sickness.ts'
import { tlsReportParts } from './parts/tls-reports.ts'
import { watchParts } from './parts/watching.ts'
import { createReaders } from './readers/readers.ts'
import { keepReserve, useReserve } from './reserve.ts'
import { testSearch } from './test-search/search.ts'
import { followTrouble } from './trouble.ts'
import { whenFull } from './want-of-space.ts'
import { startWriter, type WriterClient } from './writer-client.ts'

export interface StoreOptions {
  /** The data directory; made when it is absent. */
  directory: string
  /** Makes the database, or brings it to this version, first. Only under the lock of the data directory. */
  migrate: boolean
  /** Bounds of report files where nobody says otherwise. */
  reportFiles?: ReportFileBounds
  /** Who migrates, and what was done before. */
  migrator?: Migrator
  /** The writer's module, when it is not where this module expects it. */
  workerUrl?: string | URL
  /** The module of the threads that read. */
  readerUrl?: string | URL
  /** Whose time the store goes by: claims, leases and rates. Absent: the system's. */
  clock?: EngineClock
  /** Called when the writer's thread dies though nobody closed it: from then on every write is refused. */
  lost?(reason: string): void
  /** Called when the budgets of accounts can no longer be written; it is tried again. */
  unkept?(cause: unknown): void
  /** Called when they are written again. */
  keptAgain?(): void
}

/** Opens the SQLite store, its writer in a thread of its own. Rejects with StoreRefused. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { directory, migrate: isService, clock = systemClock } = options
  const file = databaseIn(directory)
  prepareFile(directory, isService, options.migrator)
  const { client, reader } = await openParts(options, file).catch((cause) => {
    if (isService && useReserve(directory)) return openParts(options, file)
    throw cause
  })
  if (isService) await keepReserve(directory)
  const intact = watchFiles(file)
  const { write, followed, trouble, damage } = followTrouble({ directory, write: client.write, intact })
  const crates = createCrates({ places: client.places, hand: client.hand, intact })
  const readers = createReaders({ file, ...(options.readerUrl && { url: options.readerUrl }) })
  const accounts = once(() => accountReads(reader.queries))
  const budgets = budgetsOf(accounts, write, clock, options)
  const dmarc = aggregateParts(reader, readers, write, { clock, isService })
  const store: Store = {
    ...accountParts(reader, write, { accounts, budgets }, clock),
    ...messageParts({
      reader,
      write,
      intact,
      clock,
      keep: (record, bounds) => followed(crates.put(record, bounds)),
    }),
    oneClick: oneClickParts(reader, write),
    history: historyParts(reader, write),
    mailLog: mailLogParts(reader, write, clock),
    reportMail: reportMailParts(reader, write, clock, intact, options.reportFiles),
    leases: leaseParts(write, clock),
    sealed: sealedParts(reader, write),
    usage: usageParts(reader),
    ...peopleParts(reader, write),
    ...membershipParts(reader, write),
    ...sessionParts(reader, write),
    ...domainParts(reader, write),
    tlsReports: tlsReportParts(reader, write, readers),
    complaints: complaintParts(reader, write, readers, intact),
    aggregates: dmarc.aggregates,
    watching: watchParts(reader, write),
    recordHistory: recordHistoryParts(reader, write),
    ...destinationParts(reader, write, { clock, steady: lastingClock(clock) }),
    monitors: monitorParts(reader, write, clock, intact),
    watchedTime: watchedTimeParts(reader, write),
    bytes: async () => bytesInUse(reader.driver, file),
    digests: digestParts(reader, write),
    sickness: sicknessParts(reader, write),
    trouble,
    clockSetBack: () => write('due.bringBack', clock.now()),
    answers: async () => void (await write('file.answer')),
    async close() {
      dmarc.end()
      await budgets.close()
      await readers.close()
      // Only a connection that writes can bring the log into the database, and only the last one to close does.
      reader.driver.close()
      await client.close()
      if (isService && hasStore(directory)) await keepReserve(directory)
    },
  }
  return watchDamage(store, file, damage)
}

async function openParts({ migrate, migrator, workerUrl, lost }: StoreOptions, file: string) {
  const about = { ...(migrator && { migrator }), ...(lost && { lost }) }
  const writer = await startWriter({ file, migrate, ...about }, workerUrl)
  if (writer.kind === 'refused') throw new StoreRefused(writer.reason, writer.mayPass && 'may pass')
  const { client } = writer
  try {
    return { client, reader: openReader(file) }
  } catch (cause) {
    await client.close()
    throw cause
  }
}

type Write = WriterClient['write']
type Accounts = () => ReturnType<typeof accountReads>

function budgetsOf(
  accounts: Accounts,
  write: Write,
  clock: EngineClock,
  { unkept, keptAgain }: StoreOptions,
): Budgets {
  return createBudgets({
    now: () => clock.now(),
    read: (id) => accounts().budget(id),
    write: (kept) => write('accounts.keepBudgets', kept),
    ...(unkept && { failed: unkept }),
    ...(keptAgain && { recovered: keptAgain }),
  })
}

function accountParts(
  { driver, queries }: Connection,
  write: Write,
  { accounts, budgets }: { accounts: Accounts; budgets: Budgets },
  clock: EngineClock,
) {
  const tests = once(() => mailTestReads({ driver, queries }))
  const searched = once(() => testSearch({ driver }))
  const events = once(() => outboxReads(queries))
  return {
    accounts: {
      create: (account, entry, owner) => write('accounts.create', account, entry, owner),
      byId: async (id) => accounts().byId(id),
      byName: async (name) => accounts().byName(name),
      list: async () => accounts().list(),
      page: async (page) => accounts().page(page),
      setPlan: (id, plan, entry) => write('accounts.setPlan', id, plan, entry),
      rename: (id, name, entry) => write('accounts.rename', id, name, entry),
      delete: (id, entry) => write('accounts.delete', id, entry),
      deleteRest: (limit) => write('accounts.deleteRest', limit),
      shownProviders: async (id) => accounts().shownProviders(id),
      setShownProviders: (id, names) => write('accounts.setShownProviders', id, names),
      usage: async (id, month) => accounts().usage(id, month),
      takeSlot: async (id, rate) => budgets.takeSlot(id, rate),
    },
    apiKeys: apiKeyPart({ driver, queries }, write),
    mailTests: {
      allocate: (request) => write('mailTests.allocate', request).catch(whenFull),
      byToken: async (token) => tests().byToken(token, clock.now()),
      told: (token) => tests().told(token, clock.now()),
      mailbox: async (localPart) => tests().mailbox(localPart, clock.now()),
      anonymousHeld: async (client) => tests().anonymousHeld(client),
      listByAccount: async (accountId, page) => tests().listByAccount(accountId, page, clock.now()),
      changeSenderHints: (token, change) => write('mailTests.changeSenderHints', token, change),
      find: async (accountId, search) => searched()(accountId, search, clock.now()),
      enterEarlier: (limit) => write('analyses.enterEarlier', limit),
      setShared: (token, shared, entry) => write('mailTests.setShared', token, shared, entry),
      delete: (token, entry) => write('mailTests.delete', token, entry),
      deleteExpired: (limit) => write('mailTests.deleteExpired', clock.now(), limit),
      forgetCounts: () => write('mailTests.forgetCounts', clock.now()),
    },
    outbox: {
      behind: async (consumer, limit) => events().behind(consumer, limit),
      advance: (consumer, id) => write('outbox.advance', consumer, id),
      forget: (before) => write('outbox.forget', before),
    },
  } satisfies Partial<Store>
}

interface MessageParts {
  reader: Connection
  write: Write
  /** Whether the database is still in the file that was opened. */
  intact(): boolean
  clock: EngineClock
  /** Keeps received mail. */
  keep: ReturnType<typeof createCrates>['put']
}

function messageParts({ reader: { queries }, write, intact, clock, keep }: MessageParts) {
  const messages = once(() => messageReads(queries, () => clock.now().getTime()))
  const lasting = lastingClock(clock)
  const roleMail = once(() => roleMailReads(queries))
  // What is in a file that was deleted meanwhile is not kept.
  const kept = <T>(answer: T) => (answer === 'stored' && !intact() ? 'no_space' : answer)
  return {
    messages: {
      async accept(accepted, bounds) {
        return keep(recordOf(accepted) ?? (await packedRecord(accepted)), bounds).catch(whenFull)
      },
      claim: (request) => write('queue.claim', request, lasting.now()),
      analyseAgain: (token, which) => write('queue.analyseAgain', token, which, lasting.now()),
      renew: (claims, leaseMs) => write('queue.renew', claims.map(bare), leaseMs, lasting.now()),
      giveBack: (claim, how) => write('queue.giveBack', bare(claim), how, lasting.now()),
      claimsOf: async (host) => messages().claimsOf(host),
      blame: (claim, blame) => write('queue.blame', bare(claim), blame).catch(whenFull),
      finish: async (claim, outcome) =>
        write('analyses.finish', bare(claim), await outcomeParcel(outcome), lasting.now()).catch(whenFull),
      ofTest: async (token) => messages().ofTest(token),
      async report(token, messageId) {
        const row = messages().report(token, messageId)
        return row && storedReport(row)
      },
      envelope: async (id) => messages().envelope(id),
      raw: async (id) => unpacked(messages().raw(id)),
      content: async (id) => {
        const bytes = await unpacked(messages().content(id))
        return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      },
      messageView: async (id) => jsonOf(messages().messageView(id)),
      evidence: async (id) => jsonOf(messages().evidence(id)),
      scored: async (behind, limit) => messages().scored(behind, limit),
      replaceReport: async (id, replacement) =>
        write('analyses.replaceReport', id, await replacementParcel(replacement)),
      keepRendered: async (id, rendered) =>
        write('analyses.keepRendered', id, await renderedParcel(rendered)),
      decidedByOthers: async (version, before, looksAt) =>
        messages().decidedByOthers(version, before, looksAt),
      replaceWithholding: async (id, read, decision) =>
        write('analyses.replaceWithholding', id, await withholdingParcel(read, decision)),
    },
    roleMail: {
      async accept({ envelope, raw, ...message }, bounds) {
        const sent = {
          ...message,
          receivedAt: envelope.receivedAt,
          size: raw.byteLength,
          envelope: JSON.stringify(envelope),
          raw: await parcel(raw),
        }
        return kept(await write('roleMail.accept', sent, bounds).catch(whenFull))
      },
      list: async () => roleMail().list(),
      raw: async (id) => unpacked(roleMail().packed(id)),
      deleteBefore: (at) => write('roleMail.deleteBefore', at),
    },
  } satisfies Partial<Store>
}
