import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import type { Plan } from '../../src/core/access/account.ts'
import { SCOPES, type Scope } from '../../src/core/access/api-key.ts'
import { messageIdFrom } from '../../src/core/mail-test.ts'
import type { Report } from '../../src/core/report.ts'
import { createHttpServer, type HttpServerDeps } from '../../src/http/server.ts'
import { createAccounts } from '../../src/services/access/accounts.ts'
import { keyActor } from '../../src/services/access/actor.ts'
import { createApiKeys } from '../../src/services/access/api-keys.ts'
import { createQuota } from '../../src/services/access/quota.ts'
import { createAggregates } from '../../src/services/aggregates/read-aggregates.ts'
import { createRescoring } from '../../src/services/analysis/rescoring/rescoring.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import { createSenderDomains } from '../../src/services/domains/sender-domains.ts'
import { createLiveness } from '../../src/services/liveness.ts'
import { createHinting } from '../../src/services/mail-tests/hinting.ts'
import { createMailTests } from '../../src/services/mail-tests/mail-tests.ts'
import { createReportGate } from '../../src/services/mail-tests/report-gate.ts'
import type { AnalysisRunner, Log } from '../../src/services/ports.ts'
import type { WithholdingRules } from '../../src/services/withholding/shown-words.ts'
import { RULES } from './builders.ts'
import { finish } from './claiming.ts'
import { envelope } from './envelope.ts'
import { readinessUnderTest } from './readiness.ts'
import { storeIn } from './store.ts'

const random = (length: number) => new Uint8Array(randomBytes(length))

export const PLANS: Record<string, Plan> = {
  'self-hosted': { name: 'self-hosted', api: true, ratePerMinute: 600, burst: 100 },
  free: { name: 'free', api: false, ratePerMinute: 600, burst: 100 },
  slow: { name: 'slow', api: true, ratePerMinute: 6, burst: 0 },
  metered: { name: 'metered', api: true, ratePerMinute: 100_000, burst: 1000, monthlyTests: 100 },
  gated: { name: 'gated', api: true, ratePerMinute: 600, burst: 100, fullReportsPerMonth: 1 },
  bursty: { name: 'bursty', api: true, ratePerMinute: 1, burst: 9 },
  small: { name: 'small', api: true, ratePerMinute: 600, burst: 100, monthlyTests: 1 },
}

export interface WorldOptions extends Partial<HttpServerDeps> {
  /** Full reports that one anonymous client gets in a day. */
  anonymousPerDay?: number
  mailDomain?: string
  plans?: Record<string, Plan>
  /** What is shown of messages whose words are withheld. */
  rules?: WithholdingRules
  /** What judges messages again by what their owner says. */
  runner?: AnalysisRunner
  /** That of a world that was stopped, to go on with. */
  directory?: string
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** The services over a real database in a folder of its own, with the HTTP server in front, and a clock to turn. */
export async function openWorld({
  anonymousPerDay,
  mailDomain = 'in.example.com',
  plans = PLANS,
  rules = RULES,
  runner = NO_RUNNER,
  directory = mkdtempSync(join(tmpdir(), 'mailgauge-world-')),
  ...options
}: WorldOptions = {}) {
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const store = await storeIn({ directory, migrate: true, clock })
  const log = recordingLog()
  const announcer = createAnnouncer()
  const accounts = createAccounts({ store, plans, defaultPlan: 'self-hosted', clock, random })
  const apiKeys = createApiKeys({ store, accounts, clock, random })
  const gate = createReportGate({ store, accounts, clock, anonymousPerDay })
  const state = readinessUnderTest()
  const mailTests = createMailTests({
    checkWords: CHECK_WORDS,
    store,
    gate,
    readiness: state.readiness,
    rules,
    announcer,
    clock,
    random,
    mailDomain,
    lifetimeDays: 30,
    anonymous: { enabled: true, lifetimeDays: 7, testsPerHour: 1000 },
  })
  const quota = createQuota({ store })
  const rescoring = createRescoring({ store, runner, write: true })
  const hinting = createHinting({ store, rescoring, announcer, log })
  const senderDomains = createSenderDomains(store)
  const http = createHttpServer({
    hinting,
    apiKeys,
    quota,
    mailTests,
    senderDomains,
    aggregates: createAggregates({ store, domains: options.senderDomains ?? senderDomains }),
    announcer,
    checkWords: CHECK_WORDS,
    listen: [{ host: '127.0.0.1', port: 0 }],
    trustedProxies: [],
    baseUrl: 'https://mailgauge.example.com',
    maxBody: 1000,
    readiness: state.readiness,
    liveness: createLiveness(store),
    clock,
    log,
    random,
    ...options,
  })
  let accountNumber = 0

  async function stop(): Promise<void> {
    await http.stop(1000)
    await store.close()
  }

  return {
    directory,
    store,
    http,
    accounts,
    apiKeys,
    mailTests,
    hinting,
    announcer,
    log,
    /** Whether mail can be taken, as the test says. */
    state,
    now: () => clock.now(),
    /** Lets time pass, for the services. */
    pass: (ms: number) => {
      offset += ms
    },
    async account(plan = 'self-hosted') {
      accountNumber += 1
      const made = await accounts.create(`account ${accountNumber}`, plan)
      if (made.kind !== 'created') throw new Error(made.kind)
      return made.account
    },
    async key(accountId: string, scopes: readonly Scope[] = SCOPES, expiresAt?: Date) {
      const made = await apiKeys.create(accountId, { name: 'test', scopes, ...(expiresAt && { expiresAt }) })
      if (made.kind !== 'created') throw new Error(made.kind)
      return made
    },
    /** A test of the account with a full key's services, as POST /v1/tests makes it. */
    async test(accountId: string) {
      const account = await store.accounts.byId(accountId)
      if (!account) throw new Error('no such account')
      const { key } = await this.key(accountId)
      const made = await mailTests.allocate(keyActor(key, account, accounts.planOf(account)))
      if (!made.ok) throw new Error(made.refusal.kind)
      return made.value.test
    },
    async anonymousTest() {
      const made = await mailTests.allocateAnonymous('192.0.2.1/32')
      if (!made.ok) throw new Error(made.refusal.kind)
      return made.value
    },
    /** A message arrives for the test; with an outcome, it is analysed at once. */
    async message(token: string, outcome?: WorldOutcome) {
      const id = messageIdFrom(random)
      const raw = new TextEncoder().encode('Subject: x\r\n\r\nbody\r\n')
      const received = { id, token, envelope: envelope({ receivedAt: clock.now() }), raw }
      await store.messages.accept([received], { messagesPerTest: 20, bytesPerTest: 1e8 })
      if (outcome) await this.analysed(id, token, outcome)
      return id
    },
    async analysed(id: string, token: string, outcome: WorldOutcome) {
      const stored = outcome === 'failed' ? FAILED : scored(outcome)
      const accountId = (await store.mailTests.byToken(token))?.accountId
      const count = await gate.count(accountId)
      await finish(store, id, stored.status === 'scored' && count ? { ...stored, count } : stored)
      announcer.announce({ token, change: stored.status })
    },
    /** Ends it and keeps its folder. */
    stop,
    async close() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Holds tests back that are to be allocated. `begun`: the first one is at the store. */
export function heldAllocation({ store: { mailTests } }: Pick<World, 'store'>) {
  const { allocate } = mailTests
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  mailTests.allocate = async (request) => {
    begun.resolve()
    await held.promise
    return allocate(request)
  }
  return {
    begun: begun.promise,
    goOn: () => {
      mailTests.allocate = allocate
      held.resolve()
    },
  }
}

/** What an analysis makes of a message: the report's own parts over those of a plain one. */
export type WorldOutcome = (Pick<Report, 'score' | 'checks'> & Partial<Report>) | 'failed'

/** Judges nothing again: reports stay as they are. */
const NO_RUNNER: AnalysisRunner = {
  size: 1,
  run: async () => ({ kind: 'not_a_message', reason: 'There is no analysis here.' }),
}

const FAILED = { status: 'failed', reason: 'not a message' } as const

function scored(outcome: Exclude<WorldOutcome, 'failed'>) {
  const report: Report = {
    scoringVersion: 1,
    undetermined: { checks: 0, points: 0 },
    kind: 'personal',
    kindReasons: [],
    withholdingVersion: RULES.version,
    headline: { from: 'a@example.org', date: '', subject: 'hidden subject' },
    ...outcome,
  }
  return { status: 'scored', report, evidence: {}, content: 'hidden content' } as const
}

/** A log that keeps what it is told. */
export function recordingLog() {
  const lines: { level: 'info' | 'warn' | 'error'; facts: Record<string, unknown>; sentence: string }[] = []
  const at = (level: 'info' | 'warn' | 'error') => (facts: Record<string, unknown>, sentence: string) => {
    lines.push({ level, facts, sentence })
  }
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error') }
  return { ...log, lines }
}
