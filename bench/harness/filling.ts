import type { Looked } from '../../src/core/domain-health.ts'
import { messageIdFrom } from '../../src/core/mail-test.ts'
import type { Claim } from '../../src/store/claims.ts'
import type { AnalysisOutcome } from '../../src/store/messages.ts'
import type { Store } from '../../src/store/store.ts'
import { envelope } from '../../test/support/envelope.ts'
import { signedMessage } from '../messages.ts'
import { analysers, type Scored } from './analysers.ts'
import { startWorld } from './dns.ts'
import { newTest, openBenchStore, random } from './tests.ts'
import { DOMAINS } from './zone.ts'

const SIZE = 2048
const VARIETY = 40
const CHUNK = 200
const HOUR = 3_600_000
const DAY = 24 * HOUR
const BOUNDS = { messagesPerTest: 20, bytesPerTest: 100_000_000 }
/** Tests that are read. */
const SAMPLE = 500

/** A message with what its analysis really gave. */
export interface Analysed {
  raw: Uint8Array
  result: Scored
}

/** Small messages, analysed by the binary. */
export const analysedMessages = async () => (await analysedWorld()).messages

/** The same, and how the DNS of their senders is. */
export async function analysedWorld(): Promise<{ messages: Analysed[]; looks: Looked[] }> {
  const world = await startWorld()
  const ours = await analysers(world.dns)
  const analysed: Analysed[] = []
  const looks: Looked[] = []
  for (const name of DOMAINS) looks.push(await ours.inspect(name))
  for (let number = 0; number < VARIETY; number += 1) {
    const raw = await signedMessage('plain', SIZE, number, world.privateKeyPem)
    analysed.push({ raw, result: await ours.analyse(raw) })
  }
  await ours.stop()
  await world.stop()
  return { messages: analysed, looks }
}

export interface Filling {
  /** Some tests of the account, and some without one. */
  tokens: string[]
  anonymous: string[]
  /** How many of the account stay, and how many tests stay in all. */
  listed: number
  kept: number
}

interface Plan {
  count: number
  /** This share has expired. */
  expired: number
  messages: readonly Analysed[]
  say(line: string): void
}

/** Fills the store of a folder with tests that are scored: half of them an account's. */
export async function fillWithReports(folder: string, plan: Plan): Promise<Filling> {
  const { store, accountId } = await openBenchStore(folder)
  const filling: Filling = { tokens: [], anonymous: [], listed: 0, kept: 0 }
  const sampled = Math.max(1, Math.floor(plan.count / SAMPLE))
  for (let done = 0; done < plan.count; done += CHUNK) {
    const tests = Array.from({ length: Math.min(CHUNK, plan.count - done) }, (_, at) => {
      const isExpired = ((done + at) * plan.expired) % 1 >= 1 - plan.expired
      const made = newTest((done + at) % 2 === 0 ? accountId : undefined, new Date(Date.now() - DAY + done))
      const test = isExpired ? { ...made, expiresAt: new Date(Date.now() - HOUR) } : made
      if (!isExpired) note(filling, test, (done + at) % sampled < 2)
      return test
    })
    await fillChunk(store, tests, plan.messages)
    if ((done / CHUNK) % 250 === 249) plan.say(`${done + CHUNK} tests`)
  }
  await store.close()
  return filling
}

function note(filling: Filling, { token, accountId }: ReturnType<typeof newTest>, isSample: boolean): void {
  filling.kept += 1
  if (accountId !== undefined) filling.listed += 1
  if (isSample) filling[accountId === undefined ? 'anonymous' : 'tokens'].push(token)
}

/** Stores tests, each with a message that arrives a second after it was made, and the report of it. */
export async function fillChunk(
  { mailTests, messages }: Pick<Store, 'mailTests' | 'messages'>,
  tests: readonly ReturnType<typeof newTest>[],
  analysed: readonly Analysed[],
): Promise<void> {
  const byToken = new Map(tests.map(({ token }, at) => [token, analysed[at % analysed.length]]))
  await Promise.all(tests.map((test) => mailTests.allocate({ test })))
  await fillMessages(messages, tests, byToken)
}

/** Each of the tests, which are there, gets another message and its report. */
async function fillMessages(
  messages: Store['messages'],
  tests: readonly ReturnType<typeof newTest>[],
  byToken: ReadonlyMap<string, Analysed | undefined>,
): Promise<void> {
  await Promise.all(
    tests.map(async ({ token, createdAt }) => {
      const receivedAt = new Date(createdAt.getTime() + 1000)
      const one = {
        id: messageIdFrom(random),
        token,
        envelope: envelope({ connectedAt: receivedAt, receivedAt }),
        raw: byToken.get(token)?.raw ?? new Uint8Array(),
      }
      const accepted = await messages.accept([one], BOUNDS)
      if (accepted !== 'stored') throw new Error(`A message was not stored: ${accepted}`)
    }),
  )
  const how = { holder: 'bench/filling', leaseMs: 60_000, limit: CHUNK, places: 10 * CHUNK }
  for (let left = tests.length; left > 0; ) {
    const claimed = await messages.claim(how)
    if (claimed.length === 0) throw new Error('A message that was stored is not due')
    await Promise.all(claimed.map((claim) => finish(messages, claim, byToken.get(claim.token))))
    left -= claimed.length
  }
}

/** One test gets these messages, one after the other. */
export async function fillTest(
  { messages }: Pick<Store, 'messages'>,
  test: ReturnType<typeof newTest>,
  analysed: readonly Analysed[],
): Promise<void> {
  for (const one of analysed) await fillMessages(messages, [test], new Map([[test.token, one]]))
}

async function finish(messages: Store['messages'], claim: Claim, one: Analysed | undefined): Promise<void> {
  if (!one) throw new Error('A message of another test was due')
  // Repeats and scanners are the queue's affair.
  const { kind: status, questionsFailed: _questionsFailed, ...analysed } = one.result
  const outcome: AnalysisOutcome = { status, ...analysed }
  const kept = await messages.finish(claim, outcome)
  if (kept !== 'finished') throw new Error(`A report was not stored: ${kept}`)
}
