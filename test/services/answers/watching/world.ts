import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import type { AggregateRecord, PublishedPolicy, Results } from '../../../../src/core/aggregate/report.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import { answerSources } from '../../../../src/services/answers/sources/answer.ts'
import type { LookingDeps } from '../../../../src/services/answers/watching/looking.ts'
import { createWatching, type WatchingDeps } from '../../../../src/services/answers/watching/watching.ts'
import type { Store } from '../../../../src/store/store.ts'
import { account, random } from '../../../support/builders.ts'
import type { TestClock } from '../../../support/clock.ts'
import { entry as said } from '../../../support/people.ts'

export const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** A domain that is verified. */
export async function verifiedDomain(store: Store, clock: TestClock, name: string, accountId?: string) {
  const one = account()
  if (accountId === undefined) await store.accounts.create(one)
  const owner = accountId ?? one.id
  const about = { accountId: owner }
  const made = newEntry({
    id: crypto.randomUUID(),
    accountId: owner,
    domain: name,
    token: tokenFrom(random),
    createdAt: clock.now(),
  })
  await store.domains.add(made, { verified: 9_999, unverified: 9_999 }, said('domain.added', about))
  const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
  const rules = { verified: 9_999, later: 0, entries }
  await store.domains.looked(made.id, { state: 'found', at: clock.now() }, rules)
  return { id: made.id, accountId: owner, domain: name }
}

export type TheDomain = Awaited<ReturnType<typeof verifiedDomain>>

/** So many messages of an address; `raw`: authenticated, for another domain. */
export interface Sent {
  ip: string
  messages: number
  pass?: boolean
  raw?: boolean
  signed?: boolean
}

interface Told {
  day: number
  policy?: Partial<PublishedPolicy>
  isImport?: boolean
  authenticated?: boolean
  policyDomain?: string
}

/** A report about a day, as it came on the next one or is imported now. */
export async function put(store: Store, clock: TestClock, of: TheDomain, sent: readonly Sent[], told: Told) {
  const { day, policy, isImport = false, authenticated = true, policyDomain = of.domain } = told
  const id = crypto.randomUUID()
  const results: Results[] = [
    { dkim: [{ domain: of.domain, selector: 's', result: 'pass' }], spf: [], reasons: [] },
    { dkim: [{ domain: of.domain, selector: 's', result: 'fail' }], spf: [], reasons: [] },
    { dkim: [{ domain: 'esp.example', selector: 's', result: 'pass' }], spf: [], reasons: [] },
    { dkim: [], spf: [], reasons: [] },
  ]
  const records = sent.map(
    ({ ip, messages, pass = true, raw = false, signed = false }): AggregateRecord => ({
      ip,
      count: messages,
      dkim: pass,
      spf: false,
      disposition: 'none',
      headerFrom: of.domain,
      results: pass ? 0 : signed ? 1 : raw ? 2 : 3,
    }),
  )
  await store.aggregates.put({
    accountId: of.accountId,
    fileId: isImport ? `${id}.1` : `msg_${id}.0`,
    uid: `dmr_${id}`,
    receivedAt: clock.now(),
    authenticated,
    aggregate: {
      head: {
        format: 'rfc7489',
        orgName: 'Receiver',
        reportId: id,
        begin: day * 86_400,
        end: day * 86_400 + 86_399,
        policyDomain,
        policy: { p: 'none', adkim: 'r', aspf: 'r', ...policy },
        errors: [],
        warnings: [],
        recovered: false,
        records: records.length,
        skipped: 0,
        contentHash: Bun.SHA256.hash(id, 'hex'),
      },
      pieces: [packPiece({ results, records })],
    },
  })
  // Counted, as it is within a second.
  await store.aggregates.summary(of.id, { from: day, to: day })
}

/** Sources without anything known beside the reports. */
export const sourcesOf = (store: Store): LookingDeps['sources'] => ({
  async readOnce(_account, { id, domain }, window) {
    const facts = await store.aggregates.facts(id, window, 5_000)
    const known = {
      domain,
      organisationOf: (name: string) => name.split('.').slice(-2).join('.'),
      senders: { byHost: () => undefined, byDomain: () => undefined, byInclude: () => undefined },
      spf: () => ({ state: 'not_named' }) as const,
      marks: [],
    }
    return { ...answerSources(facts, known, window), facts }
  },
})

/** The job of one process. */
export function job(store: Store, clock: TestClock, changes: Partial<WatchingDeps> = {}) {
  return createWatching({
    store,
    sources: sourcesOf(store),
    clock,
    log: quiet,
    holder: { host: 'local', start: '1' },
    ...changes,
  })
}
