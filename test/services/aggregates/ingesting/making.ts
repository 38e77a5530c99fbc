import type { ReadAttachment } from '../../../../src/core/aggregate/file.ts'
import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import type { AggregateHead, ReadAggregate } from '../../../../src/core/aggregate/report.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { messageIdFrom, tokenFrom } from '../../../../src/core/mail-test.ts'
import type { DomainEntry } from '../../../../src/core/sender-domain.ts'
import type { ReadReports, ReportReader } from '../../../../src/services/aggregates/importing.ts'
import {
  createIngesting,
  type IngestingDeps,
} from '../../../../src/services/aggregates/ingesting/ingesting.ts'
import type { Kept, NewAggregate } from '../../../../src/store/aggregates.ts'
import { account, random } from '../../../support/builders.ts'
import type { testClock } from '../../../support/clock.ts'
import { envelope } from '../../../support/envelope.ts'
import { entry as said } from '../../../support/people.ts'
import type { TestStore } from '../../../support/store.ts'

type Clock = ReturnType<typeof testClock>

/** A domain of an account of its own; verified, unless it is not to be. */
export async function domainIn(
  { store }: TestStore,
  clock: Clock,
  domain = 'example.org',
  verified = true,
  of?: string,
) {
  const owner = account(of === undefined ? {} : { id: of })
  if (of === undefined) await store.accounts.create(owner)
  const one: DomainEntry = newEntry({
    id: crypto.randomUUID(),
    accountId: owner.id,
    domain,
    token: tokenFrom(random),
    createdAt: clock.now(),
  })
  const { accountId } = one
  await store.domains.add(one, { verified: 5, unverified: 5 }, said('domain.added', { accountId }))
  const entries = {
    verified: said('domain.verified', { accountId }),
    unverified: said('domain.unverified', { accountId }),
  }
  const rules = { verified: 5, later: 0, entries }
  if (verified) await store.domains.looked(one.id, { state: 'found', at: clock.now() }, rules)
  return one
}

export function report(clock: Clock, changes: Partial<AggregateHead> = {}): ReadAggregate {
  const end = Math.floor(clock.now().getTime() / 1000) - 3600
  const head: AggregateHead = {
    format: 'rfc7489',
    orgName: 'google.com',
    reportId: '42',
    begin: end - 86_399,
    end,
    policyDomain: 'example.org',
    policy: { p: 'none', adkim: 'r', aspf: 'r' },
    errors: [],
    warnings: [],
    recovered: false,
    records: 1,
    skipped: 0,
    contentHash: 'a'.repeat(64),
    ...changes,
  }
  const record = { ip: '192.0.2.1', count: 3, dkim: true, spf: false, disposition: 'none' } as const
  const records = [{ ...record, headerFrom: head.policyDomain, results: 0 }]
  return { head, pieces: [packPiece({ results: [{ dkim: [], spf: [], reasons: [] }], records })] }
}

export const attachment = (...aggregates: ReadAggregate[]): ReadAttachment => ({
  name: 'report.zip',
  size: 3,
  bytes: new Uint8Array([1, 2, 3]),
  files: aggregates.map((aggregate, at) => ({
    name: `${at}.xml`,
    content: { kind: 'aggregate', aggregate },
  })),
})

/** What the reader gives, one after the other; the last again and again. */
export function reading(
  ...given: (ReadReports | { stopped: string } | Error)[]
): ReportReader & { times: number } {
  const reader = {
    times: 0,
    async read() {
      const next = given[Math.min(reader.times, given.length - 1)]
      reader.times += 1
      if (!next || next instanceof Error) throw next ?? new Error('nothing to read')
      return next
    },
  }
  return reader
}

/** The ingest over a store, with what it put there. */
export function ingestingOver(
  own: TestStore,
  clock: Clock,
  changes: Partial<IngestingDeps> & { keeps?: (report: NewAggregate) => Kept } = {},
) {
  const put: NewAggregate[] = []
  const { keeps = ({ uid }) => ({ outcome: 'stored', uid }) as const, ...deps } = changes
  const ingesting = createIngesting({
    store: own.store,
    aggregates: {
      async put(given) {
        put.push(given)
        return keeps(given)
      },
    },
    reader: reading(),
    async planOf() {
      return {}
    },
    keepTls: async () => ({ outcome: 'stored', uid: 'tls_1' }),
    requireAuthenticated: false,
    organisationOf: (name) => name,
    clock,
    random,
    log: { info() {}, warn() {}, error() {} },
    ...deps,
  })
  const { reportMail } = own.store

  /** Brings a mail in, and gives it to the ingest until it is not due. */
  async function received(domain: DomainEntry): Promise<string> {
    const id = messageIdFrom(random)
    const raw = new TextEncoder().encode('From: a@example.net\r\n\r\nx\r\n')
    const bounds = { waitingBytes: 1e9, waitingBytesPerDomain: 1e9 }
    const sent = envelope({ receivedAt: clock.now() })
    await reportMail.accept({ id, domainId: domain.id, envelope: sent, raw }, bounds)
    return id
  }
  async function run(): Promise<string[]> {
    const endings: string[] = []
    for (const mail of await reportMail.claim('here/1', 60_000, 10))
      endings.push(await ingesting.ingest(mail))
    return endings
  }
  const told = async ({ id }: DomainEntry) => (await reportMail.files(id, { limit: 100 })).toReversed()
  return { put, received, run, told }
}
