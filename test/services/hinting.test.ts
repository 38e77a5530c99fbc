import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { packAnalysis } from '../../src/core/kept/analysed.ts'
import type { SenderHints } from '../../src/core/report.ts'
import { holderOf } from '../../src/services/access/actor.ts'
import { createRescoring } from '../../src/services/analysis/rescoring/rescoring.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import { createHinting } from '../../src/services/mail-tests/hinting.ts'
import type { AnalysisJob, AnalysisRunner } from '../../src/services/ports.ts'
import { account, mailTest, newMessage, ROOMY, report } from '../support/builders.ts'
import { finish } from '../support/claiming.ts'
import { sessionOf } from '../support/session.ts'
import { overPostgres, type TestStore, testStore } from '../support/store.ts'
import { until } from '../support/until.ts'
import { recordingLog } from '../support/world.ts'

let opened: TestStore
beforeEach(async () => {
  opened = await testStore()
})
afterEach(() => opened.done())

/** Judges by what the owner says: their kind, and 5 points where they say they send in bulk. */
function runner(before: () => Promise<unknown> = async () => {}) {
  const words: (SenderHints | undefined)[] = []
  let running = 0
  let most = 0
  const made: AnalysisRunner = {
    size: 1,
    async run({ senderHints }: AnalysisJob) {
      running += 1
      most = Math.max(most, running)
      await before()
      running -= 1
      words.push(senderHints)
      const said = senderHints && Object.keys(senderHints).length > 0
      const again = report({
        score: senderHints?.bulk ? 5 : 9,
        kind: senderHints?.kind ?? 'personal',
        ...(said && { saidByOwner: senderHints }),
      })
      const packed = packAnalysis({ report: again, evidence: {}, content: 'x' })
      return { kind: 'scored', packed, questionsFailed: false, scannersFailed: [] }
    },
  }
  return { ...made, words, most: () => most }
}

function scene(given: { runner?: AnalysisRunner; waitMs?: number } = {}) {
  const { store } = opened
  const log = recordingLog()
  const announcer = createAnnouncer()
  const rescoring = createRescoring({ store, runner: given.runner ?? runner(), write: true })
  const words = createHinting({
    store,
    rescoring,
    announcer,
    log,
    ...(given.waitMs !== undefined && { waitMs: given.waitMs }),
  })
  return { store, announcer, words, log }
}

async function scored(messages: number, accountId?: string) {
  const { store } = opened
  const one = mailTest(accountId === undefined ? {} : { accountId })
  await store.mailTests.allocate({ test: one })
  const made = Array.from({ length: messages }, () => newMessage(one.token))
  if (messages > 0) await store.messages.accept(made, ROOMY)
  for (const { id } of made) {
    const outcome = { status: 'scored', report: report(), evidence: { a: 1 }, content: 'x' } as const
    await finish(store, id, outcome)
  }
  return { token: one.token, ids: made.map(({ id }) => id) }
}

describe('what an owner says', () => {
  test('is kept, and every message of the test is judged again by it', async () => {
    const run = runner()
    const { words, store, announcer } = scene({ runner: run })
    const { token, ids } = await scored(3)
    const changes: string[] = []
    announcer.listen(token, ({ change }) => changes.push(change))
    expect(await words.give(holderOf(token), token, { kind: 'list', bulk: true })).toEqual({
      ok: true,
      value: undefined,
    })
    for (const id of ids) {
      expect((await store.messages.report(token, id))?.report).toMatchObject({
        kind: 'list',
        score: 5,
        saidByOwner: { kind: 'list', bulk: true },
      })
    }
    expect((await store.mailTests.byToken(token))?.score).toBe(5)
    expect(run.words).toEqual([1, 2, 3].map(() => ({ kind: 'list', bulk: true })))
    expect(changes).toEqual(['scored'])
  })

  test('changes what it names, and can be taken back', async () => {
    const { words, store } = scene()
    const { token } = await scored(1)
    const said = async (change: Parameters<typeof words.give>[2]) => {
      await words.give(holderOf(token), token, change)
      return (await store.mailTests.byToken(token))?.senderHints
    }
    expect(await said({ kind: 'marketing' })).toEqual({ kind: 'marketing' })
    expect(await said({ bulk: true })).toEqual({ kind: 'marketing', bulk: true })
    expect(await said({})).toEqual({ kind: 'marketing', bulk: true })
    expect(await said({ kind: 'inferred' })).toEqual({ bulk: true })
    expect(await said({ bulk: false })).toBeUndefined()
    const { report: last } = (await store.messages.report(token)) ?? {}
    expect(last?.kind).toBe('personal')
    expect(last?.saidByOwner).toBeUndefined()
  })

  test('counts for a test without messages, too', async () => {
    const { words, store } = scene()
    const { token } = await scored(0)
    expect((await words.give(holderOf(token), token, { kind: 'list' })).ok).toBe(true)
    expect((await store.mailTests.byToken(token))?.senderHints).toEqual({ kind: 'list' })
  })

  test('is taken of shared tests from whoever holds the token, of others from their account', async () => {
    const { words, store } = scene()
    const [mine, other] = [account(), account()]
    for (const one of [mine, other]) await store.accounts.create(one)
    const shared = (await scored(1)).token
    const own = (await scored(1, mine.id)).token
    const unknown = { ok: false, refusal: { kind: 'not_found', what: 'test' } }
    expect(await words.give(holderOf(own), own, { kind: 'list' })).toMatchObject(unknown)
    expect(await words.give(sessionOf(other.id), own, { kind: 'list' })).toMatchObject(unknown)
    expect(await words.give(sessionOf(mine.id), shared, { kind: 'list' })).toMatchObject(unknown)
    expect(await words.give(holderOf('no token'), 'no token', { kind: 'list' })).toMatchObject(unknown)
    expect((await store.mailTests.byToken(own))?.senderHints).toBeUndefined()
    expect((await words.give(sessionOf(mine.id), own, { kind: 'list' })).ok).toBe(true)
    expect((await store.mailTests.byToken(own))?.senderHints).toEqual({ kind: 'list' })
  })

  test('what comes later holds, however many say something at once; one message is judged at a time', async () => {
    const run = runner(() => Bun.sleep(2))
    const { words, store } = scene({ runner: run })
    const { token } = await scored(3)
    await Promise.all(
      (['list', 'marketing', 'transactional'] as const).map((kind) =>
        words.give(holderOf(token), token, { kind }),
      ),
    )
    const { kind } = (await store.mailTests.byToken(token))?.senderHints ?? {}
    // Which of them comes later is not certain where each reads over a connection of its own.
    if (!overPostgres) expect(kind).toBe('transactional')
    expect(kind).toBeDefined()
    for (const { id } of await store.messages.ofTest(token)) {
      expect((await store.messages.report(token, id))?.report?.kind).toBe(kind)
    }
    expect(run.most()).toBe(1)
  })

  test('nobody waits longer than a while: it goes on without them', async () => {
    const gate = Promise.withResolvers<void>()
    const { words, store, announcer } = scene({ runner: runner(() => gate.promise), waitMs: 5 })
    const { token } = await scored(1)
    const done = Promise.withResolvers<void>()
    announcer.listen(token, () => done.resolve())
    expect((await words.give(holderOf(token), token, { kind: 'list' })).ok).toBe(true)
    expect((await store.messages.report(token))?.report?.kind).toBe('personal')
    gate.resolve()
    await done.promise
    expect((await store.messages.report(token))?.report?.kind).toBe('list')
  })

  test('past twenty that wait, more are turned away and nothing of theirs is kept', async () => {
    const gate = Promise.withResolvers<void>()
    const { words, store } = scene({ runner: runner(() => gate.promise), waitMs: 0 })
    const { token } = await scored(1)
    const late = await scored(0)
    const said = await Promise.all(
      Array.from({ length: 21 }, () => words.give(holderOf(token), token, { kind: 'list' }, 'network')),
    )
    expect(said.every(({ ok }) => ok)).toBe(true)
    expect(await words.give(holderOf(late.token), late.token, { kind: 'list' }, 'network')).toMatchObject({
      refusal: { kind: 'rate_limited' },
    })
    expect((await store.mailTests.byToken(late.token))?.senderHints).toBeUndefined()
    gate.resolve()
    await until(
      async () => (await words.give(holderOf(late.token), late.token, { kind: 'list' }, 'network')).ok,
    )
  })

  test('a message that cannot be judged again keeps its report, and the log says so', async () => {
    const broken: AnalysisRunner = {
      size: 1,
      run: async () => ({ kind: 'not_a_message', reason: 'The evidence cannot be read.' }),
    }
    const { words, store, log } = scene({ runner: broken })
    const { token } = await scored(1)
    expect((await words.give(holderOf(token), token, { kind: 'list' })).ok).toBe(true)
    expect((await store.messages.report(token))?.report?.kind).toBe('personal')
    expect(log.lines.map(({ level }) => level)).toEqual(['warn'])
    const gone: AnalysisRunner = { size: 1, run: () => Promise.reject(new Error('no process')) }
    const other = scene({ runner: gone })
    expect((await other.words.give(holderOf(token), token, { kind: 'marketing' })).ok).toBe(true)
    expect(other.log.lines.map(({ level }) => level)).toEqual(['error'])
  })
})

describe('a message whose analysis ended', () => {
  test('is judged again when its owner said something else meanwhile, and only then', async () => {
    const run = runner()
    const { words, store, announcer } = scene({ runner: run })
    const { token } = await scored(1)
    await words.settle(token, undefined)
    await store.mailTests.changeSenderHints(token, { kind: 'list' })
    await words.settle(token, { kind: 'list' })
    await words.settle('aaaaaaaaaaaaaaaaaaaaaaaaaa', undefined)
    expect(run.words).toEqual([])
    const done = Promise.withResolvers<void>()
    announcer.listen(token, () => done.resolve())
    await words.settle(token, undefined)
    await done.promise
    expect(run.words).toEqual([{ kind: 'list' }])
    expect((await store.messages.report(token))?.report?.kind).toBe('list')
  })
})
