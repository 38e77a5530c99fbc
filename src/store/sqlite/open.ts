import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Exhibits } from '../../core/exhibits.ts'
import type { Report } from '../../core/report.ts'
import type { WithholdingDecision } from '../../core/withholding.ts'
import type { AnalysisOutcome, Claim, LeaseStore, NewMessage, ReportReplacement, Store } from '../store.ts'
import { accountReads } from './aggregates/accounts.ts'
import { apiKeyReads } from './aggregates/api-keys.ts'
import { mailTestReads } from './aggregates/mail-tests.ts'
import type { MessageParcel } from './aggregates/message-accept.ts'
import { messageReads } from './aggregates/message-reads.ts'
import type { OutcomeParcel, ReplacementParcel } from './aggregates/message-writes.ts'
import { outboxReads } from './aggregates/outbox.ts'
import { roleMailReads } from './aggregates/role-mail.ts'
import { type Connection, openReader } from './connection.ts'
import { type Packed, parcel, unpack } from './packing.ts'
import { startWriter, type WriterClient } from './writer-client.ts'

export interface StoreOptions {
  /** The data directory; made when it is absent. */
  directory: string
  /** Makes the database, or brings it to this version, first. Only under the lock of the data directory. */
  migrate: boolean
  /** The writer's module, when it is not where this module expects it. */
  workerUrl?: string | URL
  /** What claims and leases go by. */
  clock?: { now(): Date }
  /** Called when the writer's thread dies though nobody closed it: from then on every write is refused. */
  lost?(reason: string): void
}

/** Why the database cannot be used, in a sentence for the operator. */
export class StoreRefused extends Error {}

const FILE = 'mailgauge.db'

type EngineClock = NonNullable<StoreOptions['clock']>

const systemClock: EngineClock = { now: () => new Date() }

/** Whether a directory holds a database. */
export function hasStore(directory: string): boolean {
  return existsSync(join(directory, FILE))
}

/** Opens the SQLite store, its writer in a thread of its own. Rejects with StoreRefused. */
export async function openStore({
  directory,
  migrate,
  workerUrl,
  clock = systemClock,
  lost,
}: StoreOptions): Promise<Store> {
  const file = join(directory, FILE)
  prepareFile(directory, file, migrate)
  const writer = await startWriter({ file, migrate, ...(lost && { lost }) }, workerUrl)
  if (writer.kind === 'refused') throw new StoreRefused(writer.reason)
  const reader = openReader(file)
  const { client } = writer
  return {
    ...accountParts(reader, client),
    ...messageParts(reader, client, clock),
    leases: leaseParts(client, clock),
    bytes: async () => bytesInUse(reader, file),
    async close() {
      // Only a connection that writes can bring the log into the database, and only the last one to close does.
      reader.driver.close()
      await client.close()
    },
  }
}

/** What the mail of others is in is nobody's to read but the service's own user. */
function prepareFile(directory: string, file: string, migrate: boolean): void {
  if (isThere(file)) return
  if (!migrate) throw new StoreRefused(`There is no Mailgauge database in ${directory}.`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
}

/** A folder that may not be looked into is not one without a database. */
function isThere(file: string): boolean {
  try {
    statSync(file)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EACCES')
      throw new StoreRefused(`${file} may not be opened by this user: take the user the service runs as.`)
    return false
  }
}

function bytesInUse({ driver }: Connection, file: string): number {
  const pragma = (name: string) => Number(driver.pragma(name, { simple: true }))
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size') + log
}

function accountParts({ driver, queries }: Connection, { write }: WriterClient) {
  const accounts = accountReads(queries)
  const keys = apiKeyReads(queries)
  const tests = mailTestReads({ driver, queries })
  const events = outboxReads(queries)
  return {
    accounts: {
      create: (account) => write('createAccount', account),
      byId: async (id) => accounts.byId(id),
      byName: async (name) => accounts.byName(name),
      list: async () => accounts.list(),
      setPlan: (id, plan) => write('setPlan', id, plan),
      arrivalTime: async (id) => accounts.arrivalTime(id),
      saveArrivalTime: (id, at) => write('saveArrivalTime', id, at),
    },
    apiKeys: {
      create: (key, hash) => write('createKey', key, hash),
      byHash: async (hash) => keys.byHash(hash),
      byId: async (id) => keys.byId(id),
      list: async (accountId) => keys.list(accountId),
      rotate: (id, prefix, hash) => write('rotateKey', id, prefix, hash),
      revoke: (id, at) => write('revokeKey', id, at),
      touch: (id, at) => write('touchKey', id, at),
    },
    mailTests: {
      allocate: (request) => write('allocateTest', request).catch(whenFull),
      byToken: async (token, now) => tests.byToken(token, now),
      mailbox: async (localPart, now) => tests.mailbox(localPart, now),
      listByAccount: async (accountId, page, now) => tests.listByAccount(accountId, page, now),
      setOwnerWord: (token, word) => write('setOwnerWord', token, word),
      delete: (token) => write('deleteTest', token),
      deleteExpired: (now, limit) => write('deleteExpiredTests', now, limit),
      forgetCounts: (now) => write('forgetCounts', now),
    },
    outbox: {
      undelivered: async (limit) => events.undelivered(limit),
      delivered: (ids) => write('forgetEvents', ids),
    },
  } satisfies Partial<Store>
}

function messageParts({ queries }: Connection, { write }: WriterClient, clock: EngineClock) {
  const messages = messageReads(queries)
  const roleMail = roleMailReads(queries)
  return {
    messages: {
      accept: async (accepted, bounds) => write('acceptMessages', await parcels(accepted), bounds),
      claim: (request) => write('claim', request, clock.now()),
      renew: (claims, leaseMs) => write('renew', claims.map(bare), leaseMs, clock.now()),
      giveBack: (claim, how) => write('giveBack', bare(claim), how, clock.now()),
      claimsOf: async (host) => messages.claimsOf(host),
      blame: (claim, blame) => write('blame', bare(claim), blame),
      finish: async (claim, outcome) =>
        write('finish', bare(claim), await outcomeParcel(outcome), clock.now()),
      ofTest: async (token) => messages.ofTest(token),
      report: async (token, messageId) => messages.report(token, messageId),
      envelope: async (id) => messages.envelope(id),
      raw: async (id) => unpacked(messages.raw(id)),
      content: async (id) => {
        const bytes = await unpacked(messages.content(id))
        return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      },
      exhibits: async (id) => jsonOf(messages.exhibits(id)),
      evidence: async (id) => jsonOf(messages.evidence(id)),
      scored: async (behind, limit) => messages.scored(behind, limit),
      replaceReport: async (id, replacement) =>
        write('replaceReport', id, await replacementParcel(replacement)),
      decidedByOthers: async (version, before, limit) => messages.decidedByOthers(version, before, limit),
      replaceWithholding: (id, before, decision) =>
        write('replaceWithholding', id, withholdingParcel(before, decision)),
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
        return write('acceptRoleMail', sent, bounds)
      },
      list: async () => roleMail.list(),
      raw: async (id) => unpacked(roleMail.packed(id)),
      deleteBefore: (at) => write('deleteRoleMailBefore', at),
    },
  } satisfies Partial<Store>
}

function leaseParts({ write }: WriterClient, clock: EngineClock): LeaseStore {
  return {
    take: (name, holder, leaseMs) => write('takeLease', name, holder, leaseMs, clock.now()),
    release: (name, holder) => write('releaseLease', name, holder),
    releaseOf: (host) => write('releaseLeasesOf', host),
  }
}

/** A claim alone, of whatever hangs on it. */
const bare = ({ id, holder, number }: Claim): Claim => ({ id, holder, number })

/** A full disk is no fault of ours: it is told as a value. */
function whenFull(cause: unknown): 'no_space' {
  if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_FULL') return 'no_space'
  throw cause
}

async function unpacked(packed: Packed | undefined): Promise<Uint8Array | undefined> {
  return packed && unpack(packed)
}

/** Nothing is checked: only this store wrote it. */
async function jsonOf<T>(packed: Packed | undefined): Promise<T | undefined> {
  const bytes = await unpacked(packed)
  return bytes && JSON.parse(new TextDecoder().decode(bytes))
}

const asBytes = (text: string) => new TextEncoder().encode(text)

async function outcomeParcel(outcome: AnalysisOutcome): Promise<OutcomeParcel> {
  if (outcome.status === 'failed') return outcome
  const { repeatAfterMs, count } = outcome
  return {
    status: 'scored',
    score: outcome.report.score,
    ...(await bodiesParcel(outcome)),
    ...(repeatAfterMs !== undefined && { repeatAfterMs }),
    ...(count && { count }),
  }
}

async function replacementParcel(replacement: ReportReplacement): Promise<ReplacementParcel> {
  const { report, before } = replacement
  return {
    score: report.score,
    before: JSON.stringify(before),
    ...(await bodiesParcel(replacement)),
  }
}

function withholdingParcel(before: Report, decision: WithholdingDecision) {
  const { withheld: _withheld, withholdingVersion: _version, ...rest } = before
  return {
    before: JSON.stringify(before),
    report: JSON.stringify({ ...rest, ...decision }),
    withholdingVersion: decision.withholdingVersion ?? null,
  }
}

async function bodiesParcel(kept: {
  report: Report
  evidence: unknown
  content?: string
  exhibits?: Exhibits
}) {
  const { report, evidence, content, exhibits } = kept
  return {
    report: JSON.stringify(report),
    withholdingVersion: report.withholdingVersion ?? null,
    evidence: await parcel(asBytes(JSON.stringify(evidence ?? null))),
    ...(content !== undefined && { content: await parcel(asBytes(content)) }),
    ...(exhibits && { exhibits: await parcel(asBytes(JSON.stringify(exhibits))) }),
  }
}

/** The same bytes for several tests are packed, and travel to the writer, once. */
async function parcels(messages: NewMessage[]): Promise<MessageParcel[]> {
  const packed = new Map<Uint8Array, ReturnType<typeof parcel>>()
  return Promise.all(
    messages.map(async ({ envelope, raw, sender = '', ...message }) => {
      const once = packed.get(raw) ?? parcel(raw)
      packed.set(raw, once)
      return {
        ...message,
        receivedAt: envelope.receivedAt,
        size: raw.byteLength,
        envelope: JSON.stringify(envelope),
        raw: await once,
        sender,
      }
    }),
  )
}
