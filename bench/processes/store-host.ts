/** One of several hosts over one database, or the only one over SQLite, without SMTP and HTTP: does the work that it is asked for, with the sources of the tree that is named. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import type { MailTest } from '../../src/core/mail-test.ts'
import type { NewAggregate } from '../../src/store/aggregates.ts'
import type { Claim } from '../../src/store/claims.ts'
import type { AnalysisOutcome } from '../../src/store/messages.ts'
import type { Store } from '../../src/store/store.ts'
import type { Analysed } from '../harness/filling.ts'
import type { Asked, Done, HostBeginning, WorkName } from '../harness/host-work.ts'

const { tree, host, sqlite, postgres, analysed } = JSON.parse(process.argv[2] ?? '') as HostBeginning
const from = <T>(path: string): Promise<T> => import(join(tree, path))
const [core, envelopes, verification, reports, uids] = await Promise.all([
  from<typeof import('../../src/core/mail-test.ts')>('src/core/mail-test.ts'),
  from<typeof import('../../test/support/envelope.ts')>('test/support/envelope.ts'),
  from<typeof import('../../src/core/domains/verification.ts')>('src/core/domains/verification.ts'),
  from<typeof import('../harness/dmarc-reports.ts')>('bench/harness/dmarc-reports.ts'),
  from<typeof import('../../src/core/aggregate/report-uid.ts')>('src/core/aggregate/report-uid.ts'),
])

async function openTheStore(): Promise<Store> {
  if (postgres === undefined) {
    const { openStore } =
      await from<typeof import('../../src/store/sqlite/open.ts')>('src/store/sqlite/open.ts')
    return openStore({ directory: sqlite ?? '', migrate: true })
  }
  const { openPostgres } = await from<typeof import('../../src/store/postgres/open.ts')>(
    'src/store/postgres/open.ts',
  )
  const { addressOf } = await from<typeof import('../../src/store/postgres/wire/address.ts')>(
    'src/store/postgres/wire/address.ts',
  )
  const address = addressOf({ url: postgres, tls: 'disable' })
  return openPostgres({ address, migrate: true, host: `host-${host}` })
}

const DAY = 86_400_000
const KB = 1024
const ACCOUNTS = 40
const DOMAINS = 50
const BOUNDS = { messagesPerTest: 20, bytesPerTest: 100_000_000 }
const HUGE = 1_000_000
const MONTH = '2026-11'
const DAYS = 30
/** As many as the queue of one host has at work. */
const PLACES = 8
const CLAIMERS = 3
/** So many empty answers in a row: nothing is due any more, and nobody only held the queue. */
const EMPTY = 5

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const words = 'the quick report counts down from ten and says what it saw and how to fix it'.split(' ')
const mails = Array.from({ length: 50 }, () => {
  let text = 'Subject: bench\r\n\r\n'
  while (text.length < 10 * KB) text += `${words[Math.floor(Math.random() * words.length)]} ${Math.random()} `
  return new TextEncoder().encode(text.slice(0, 10 * KB))
})
const outcomes = (deserialize(readFileSync(analysed)) as Analysed[]).map(({ result }): AnalysisOutcome => {
  const { kind: status, questionsFailed: _questionsFailed, ...rest } = result
  return { status, ...rest, count: { period: MONTH, units: HUGE } }
})

const store = await openTheStore()
const now = () => performance.timeOrigin + performance.now()
const accountOf = (at: number) => `acc_${host}_${at % ACCOUNTS}`
const domainOf = (rank: number) => `dom_${host}_${rank}`
const numbers = reports.numbers(14 + host)
const rankOf = reports.zipf(DOMAINS)
const today = Math.floor(Date.now() / DAY) - 1
const days = { from: today - DAYS + 1, to: today }

async function begin(): Promise<void> {
  const at = new Date()
  for (let account = 0; account < ACCOUNTS; account += 1)
    await store.accounts.create({
      id: accountOf(account),
      name: `bench-${host}-${account}`,
      plan: 'default',
      createdAt: at,
    })
  const said = { actor: { kind: 'operator' }, action: 'domain.added', accountId: accountOf(0), at } as const
  const bounds = { verified: DOMAINS, unverified: DOMAINS }
  for (let rank = 0; rank < DOMAINS; rank += 1) {
    const entry = verification.newEntry({
      id: domainOf(rank),
      accountId: accountOf(0),
      domain: reports.domainName(rank),
      token: `token-${host}-${rank}`,
      createdAt: at,
    })
    await store.domains.add(entry, bounds, said)
    const rules = { verified: DOMAINS, later: 0, entries: { verified: said, unverified: said } }
    await store.domains.looked(entry.id, { state: 'found', at }, rules)
  }
}

/** Has something done so often, so many at once. */
async function measured(
  count: number,
  atOnce: number,
  work: (at: number) => Promise<unknown>,
): Promise<Done> {
  const each: number[] = []
  let next = 0
  const lane = async () => {
    for (let at = next++; at < count; at = next++) {
      const before = performance.now()
      await work(at)
      each.push(performance.now() - before)
    }
  }
  const began = now()
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane))
  return { count, began, ended: now(), each, claimed: [] }
}

/** Tests that are there, those without a message last. */
const made: MailTest[] = []
const read: string[] = []
let claims: Claim[] = []
let reads = 0

function newTest(accountId: string): MailTest {
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + 30 * DAY)
  return {
    token: core.tokenFrom(random),
    localPart: core.localPartFrom(random),
    accountId,
    source: 'api',
    status: 'pending',
    createdAt,
    expiresAt,
  }
}

async function allocate(test: MailTest): Promise<void> {
  const answer = await store.mailTests.allocate({ test, allowance: { month: MONTH, units: HUGE } })
  if (answer !== 'allocated') throw new Error(`No test was allocated: ${JSON.stringify(answer)}`)
  made.push(test)
}

async function accept(at: number): Promise<void> {
  const test = made.pop()
  if (!test) throw new Error('There is no test for the message')
  const envelope = envelopes.envelope({ connectedAt: new Date(), receivedAt: new Date() })
  const raw = mails[at % mails.length] ?? new Uint8Array()
  const id = core.messageIdFrom(random)
  const accepted = await store.messages.accept([{ id, token: test.token, envelope, raw }], BOUNDS)
  if (accepted !== 'stored') throw new Error(`A message was not stored: ${accepted}`)
  read.push(test.token)
}

const due = () =>
  store.messages.claim({
    holder: `host-${host}/bench`,
    leaseMs: 30 * 60_000,
    limit: PLACES,
    places: HUGE,
  })

async function claimAll(): Promise<Done> {
  const began = now()
  let ended = began
  const taken: string[] = []
  const claimer = async () => {
    for (let empty = 0; empty < EMPTY; ) {
      const got = await due()
      empty = got.length === 0 ? empty + 1 : 0
      if (got.length === 0) await Bun.sleep(2)
      else ended = now()
      claims.push(...got)
      taken.push(...got.map(({ id }) => id))
    }
  }
  await Promise.all(Array.from({ length: CLAIMERS }, claimer))
  return { count: taken.length, began, ended, each: [], claimed: taken }
}

async function finish(claim: Claim | undefined, at: number): Promise<void> {
  const outcome = outcomes[at % outcomes.length]
  if (!claim || !outcome) throw new Error('There is nothing to finish')
  const kept = await store.messages.finish(claim, outcome)
  if (kept !== 'finished') throw new Error(`A report was not stored: ${kept}`)
}

async function finishAll(): Promise<Done> {
  const mine = claims
  claims = []
  return measured(mine.length, PLACES, (at) => finish(mine[at], at))
}

async function readReport(): Promise<void> {
  const token = read[reads++ % read.length] ?? ''
  await store.mailTests.byToken(token)
  await store.messages.ofTest(token)
  const found = await store.messages.report(token)
  if (!found?.report) throw new Error('There is no report to read')
}

async function loadReports(records: number): Promise<Done> {
  const all: NewAggregate[] = []
  let count = 0
  while (count < records) {
    const size = reports.recordsOf(numbers)
    all.push({
      aggregate: reports.reportFor(numbers, rankOf(numbers), days.from + numbers.below(DAYS), size),
      accountId: accountOf(0),
      fileId: crypto.randomUUID(),
      uid: uids.reportUidFrom(random, new Date()),
      receivedAt: new Date(),
      authenticated: true,
    })
    count += size
  }
  const { began, each } = await measured(all.length, PLACES, async (at) => {
    const report = all[at]
    if (report) await store.aggregates.put(report)
  })
  // Whoever asks has everything counted first.
  await store.aggregates.reported(0, 1)
  return { count, began, ended: now(), each, claimed: [] }
}

/** Messages that come evenly and go all the way; told are the milliseconds of each claim. */
async function steady(perSecond: number, seconds: number): Promise<Done> {
  const began = now()
  const each: number[] = []
  let count = 0
  while (now() - began < seconds * 1000) {
    await allocate(newTest(accountOf(count)))
    await accept(count)
    const before = performance.now()
    const got = await due()
    each.push(performance.now() - before)
    await Promise.all(got.map(finish))
    count += 1
    await Bun.sleep(Math.max(0, began + (count / perSecond) * 1000 - now()))
  }
  read.length = 0
  return { count, began, ended: now(), each, claimed: [] }
}

const page = { limit: 50, offset: 0 }
const DO: Record<WorkName, (count: number) => Promise<Done>> = {
  'allocate-one': (count) => measured(count, 50, () => allocate(newTest(accountOf(0)))),
  'allocate-many': (count) => measured(count, 50, (at) => allocate(newTest(accountOf(at)))),
  'accept-1': (count) => measured(count, 1, accept),
  'accept-50': (count) => measured(count, 50, accept),
  claim: claimAll,
  'finish-one': finishAll,
  'finish-many': finishAll,
  'read-1': (count) => measured(count, 1, readReport),
  'read-50': (count) => measured(count, 50, readReport),
  'dmarc-load': loadReports,
  'dmarc-summary': (count) => measured(count, 1, () => store.aggregates.summary(domainOf(0), days)),
  'dmarc-sources': (count) =>
    measured(count, 1, () =>
      store.aggregates.sources(domainOf(0), days, { ...page, groupBy: 'ip', sort: 'messages' }),
    ),
  'dmarc-reports': (count) => measured(count, 1, () => store.aggregates.reports(domainOf(0), days, page)),
}

process.on('message', async (message) => {
  const asked = message as Asked
  try {
    const done =
      asked.work === 'steady' ? await steady(asked.count, asked.seconds) : await DO[asked.work](asked.count)
    process.send?.(done)
  } catch (cause) {
    console.error(asked.work, cause)
    process.exit(1)
  }
})
await begin()
process.send?.('ready')
