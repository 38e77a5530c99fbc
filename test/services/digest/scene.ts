import { packPiece } from '../../../src/core/aggregate/piece.ts'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../src/core/mail-test.ts'
import { createDigests, type DigestDeps } from '../../../src/services/digest/digests.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, random, THEN } from '../../support/builders.ts'
import { type TestClock, testClock } from '../../support/clock.ts'
import { entry as said } from '../../support/people.ts'

export const DAY = 86_400_000
export const dayNumber = (name: string) => Math.floor(Date.parse(name) / DAY)

/** A verified domain, of an account of its own unless one is named. */
export async function madeDomain(
  store: Store,
  accountId?: string,
  name = `${crypto.randomUUID()}.example.org`,
) {
  const owner = accountId ?? (await madeAccount(store))
  const about = { accountId: owner }
  const made = newEntry({
    id: crypto.randomUUID(),
    accountId: owner,
    domain: name,
    token: tokenFrom(random),
    createdAt: THEN,
  })
  await store.domains.add(made, { verified: 100, unverified: 100 }, said('domain.added', about))
  const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
  await store.domains.looked(made.id, { state: 'found', at: THEN }, { verified: 100, later: 0, entries })
  return made
}

export async function madeAccount(store: Store): Promise<string> {
  const one = account()
  await store.accounts.create(one)
  return one.id
}

/** A DMARC report about a day: so many messages, and how many of them passed. */
export async function report(
  store: Store,
  { accountId, domain }: { accountId: string; domain: string },
  dayName: string,
  messages: number,
  passed: number,
): Promise<void> {
  const begin = dayNumber(dayName) * 86_400
  const record = (count: number, dkim: boolean) => ({
    ip: dkim ? '192.0.2.1' : '192.0.2.2',
    count,
    dkim,
    spf: dkim,
    disposition: 'none' as const,
    headerFrom: domain,
    results: 0,
  })
  const records = [record(passed, true), record(messages - passed, false)].filter(({ count }) => count > 0)
  const kept = await store.aggregates.put({
    accountId,
    fileId: crypto.randomUUID(),
    uid: `dmr_${crypto.randomUUID()}`,
    receivedAt: new Date((begin + 90_000) * 1000),
    authenticated: true,
    aggregate: {
      head: {
        format: 'rfc7489',
        orgName: 'Receiver',
        reportId: crypto.randomUUID(),
        begin,
        end: begin + 86_399,
        policyDomain: domain,
        policy: { p: 'none', adkim: 'r', aspf: 'r' },
        errors: [],
        warnings: [],
        recovered: false,
        records: records.length,
        skipped: 0,
        contentHash: Bun.SHA256.hash(crypto.randomUUID(), 'hex'),
      },
      pieces: [packPiece({ results: [{ dkim: [], spf: [], reasons: [] }], records })],
    },
  })
  if (kept.outcome !== 'stored') throw new Error(JSON.stringify(kept))
}

export const quietLog = { info: () => {}, warn: () => {}, error: () => {} }

/** The digests of a store, with a clock of their own. */
export function scene(
  store: Store,
  changes: Partial<DigestDeps['store']> = {},
  clock: TestClock = testClock(),
) {
  const deps = {
    store: {
      domains: store.domains,
      aggregates: store.aggregates,
      watching: store.watching,
      recordHistory: store.recordHistory,
      monitors: store.monitors,
      digests: store.digests,
      leases: store.leases,
      ...changes,
    },
    clock,
    log: quietLog,
  }
  return {
    clock,
    start: (name = crypto.randomUUID()) => createDigests({ ...deps, holder: { host: 'local', start: name } }),
  }
}

/** The digests that an account was told, oldest first. */
export async function toldTo(store: Store, accountId: string) {
  const events = await store.outbox.behind('nobody', 100_000)
  return events.flatMap((event) =>
    event.type === 'digest.weekly' && event.accountId === accountId ? [event] : [],
  )
}
