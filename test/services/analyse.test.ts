import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { packAnalysis } from '../../src/core/kept/analysed.ts'
import type { BlameReason } from '../../src/core/message.ts'
import type { SenderHints } from '../../src/core/report.ts'
import { createAnalyse, NotStored } from '../../src/services/analysis/analyse.ts'
import { createPostponing } from '../../src/services/analysis/postponing.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import type { AnalysisJob, AnalysisResult } from '../../src/services/ports.ts'
import type { QueuedMessage } from '../../src/store/claims.ts'
import type { Store } from '../../src/store/store.ts'
import { mailTest, newMessage, ROOMY, report } from '../support/builders.ts'
import { waiting } from '../support/claiming.ts'
import { testClock } from '../support/clock.ts'
import { type TestStore, testStore } from '../support/store.ts'

const gate = { count: async () => ({ period: '2026-11' }) }
const settled: [string, SenderHints | undefined][] = []
const hinting = {
  settle: async (token: string, word: SenderHints | undefined) => {
    settled.push([token, word])
  },
}
const warned: string[] = []
const log = {
  info() {},
  warn(facts: object, sentence: string) {
    warned.push(`${sentence} ${JSON.stringify(facts)}`)
  },
  error() {},
}

const lost = (): AnalysisResult => ({ kind: 'lost', reason: 'killed', words: 'its process was killed' })

async function claimed(store: Store): Promise<QueuedMessage> {
  const [one] = await store.messages.claim({ holder: 'test/a', leaseMs: 60_000, limit: 1, places: 1 })
  if (!one) throw new Error('nothing is queued')
  return one
}

describe('a queued message is analysed to its end', () => {
  let opened: TestStore
  let clock = testClock()

  beforeEach(async () => {
    clock = testClock()
    opened = await testStore({ clock })
  })
  afterEach(() => opened.done())

  /** One message in the store, analysed by a runner that gives these results in turn. */
  async function run(...results: AnalysisResult[]) {
    const { store } = opened
    const test = mailTest()
    const message = newMessage(test.token)
    await store.mailTests.allocate({ test })
    await store.messages.accept([message], ROOMY)
    const jobs: AnalysisJob[] = []
    const announced: string[] = []
    const announcer = createAnnouncer()
    announcer.listen(test.token, ({ change }) => announced.push(change))
    const runner = {
      size: 1,
      async run(job: AnalysisJob) {
        jobs.push({ ...job, leaveOut: [...job.leaveOut] })
        return results[jobs.length - 1] ?? lost()
      },
    }
    const postponing = createPostponing({ store, announcer, log })
    const analyse = createAnalyse({ store, runner, gate, hinting, postponing, announcer, clock, log })
    const ending = await analyse(await claimed(store))
    return { store, test, message, jobs, announced, ending, stored: await store.messages.report(test.token) }
  }

  const scored: AnalysisResult = {
    kind: 'scored',
    packed: packAnalysis({ report: report(), evidence: { dns: [] }, content: 'words' }),
    questionsFailed: false,
    scannersFailed: [],
  }
  const blamed = (step: string, reason: BlameReason = 'limit'): AnalysisResult => ({
    kind: 'blamed',
    step,
    reason,
    words: 'it took too long',
  })

  test('a report is stored and announced', async () => {
    const { stored, announced, store, message } = await run(scored)
    expect(stored?.message).toMatchObject({ id: message.id, outcome: { status: 'scored' } })
    expect(announced).toEqual(['scored'])
    expect(await waiting(store)).toEqual([])
  })

  test('what the owner said of the test goes along, and is compared when it is done', async () => {
    const { store } = opened
    const one = mailTest({ senderHints: { kind: 'list' } })
    const message = newMessage(one.token)
    await store.mailTests.allocate({ test: one })
    await store.mailTests.changeSenderHints(one.token, { kind: 'list' })
    await store.messages.accept([message], ROOMY)
    const jobs: AnalysisJob[] = []
    const runner = {
      size: 1,
      async run(job: AnalysisJob) {
        jobs.push(job)
        return scored
      },
    }
    const announcer = createAnnouncer()
    const postponing = createPostponing({ store, announcer, log })
    const analyse = createAnalyse({ store, runner, gate, hinting, postponing, announcer, clock, log })
    await analyse(await claimed(store))
    expect(jobs.map(({ senderHints }) => senderHints)).toEqual([{ kind: 'list' }])
    expect(settled.at(-1)).toEqual([one.token, { kind: 'list' }])
  })

  test('the operator is told of a scanner that gave no verdict', async () => {
    warned.length = 0
    const { message } = await run({ ...scored, scannersFailed: [{ scanner: 'rspamd', reason: 'Down.' }] })
    expect(warned).toEqual([
      `A scanner gave no verdict {"message":"${message.id}","scanner":"rspamd","reason":"Down."}`,
    ])
  })

  test('what could not be asked is asked once more, and not again', async () => {
    const open: AnalysisResult = { ...scored, questionsFailed: true }
    const { store, ending } = await run(open)
    expect(ending).toBe('stored')
    const claim = () => store.messages.claim({ holder: 'test/a', leaseMs: 60_000, limit: 1, places: 1 })
    expect(await claim()).toEqual([])
    clock.advance(600_000)
    const [again] = await claim()
    if (!again) throw new Error('it is not repeated')
    const announcer = createAnnouncer()
    const postponing = createPostponing({ store, announcer, log })
    const runner = { size: 1, run: async () => open }
    await createAnalyse({ store, runner, gate, hinting, postponing, announcer, clock, log })(again)
    clock.advance(600_000)
    expect(await claim()).toEqual([])
  })

  test('bytes that are no message end as failed, with the reason', async () => {
    const { stored, announced } = await run({ kind: 'not_a_message', reason: 'The message is empty.' })
    expect(stored?.message.outcome).toEqual({ status: 'failed', reason: 'The message is empty.' })
    expect(announced).toEqual(['failed'])
  })

  test('the second try leaves out what killed the first', async () => {
    const { jobs, stored } = await run(blamed('content'), scored)
    expect(jobs.map((job) => job.leaveOut)).toEqual([[], ['content']])
    expect(stored?.message.outcome?.status).toBe('scored')
  })

  test('two different analyzers that kill their process end the message', async () => {
    const { jobs, stored } = await run(blamed('content'), blamed('mime'), scored)
    expect(jobs.length).toBe(2)
    expect(stored?.message.outcome).toMatchObject({
      status: 'failed',
      reason:
        'Two steps of the analysis had to be stopped (content: it took too long; mime: it took too long).',
    })
  })

  test('parsing that kills its process ends the message at once', async () => {
    const { jobs, stored } = await run(blamed('parse'), scored)
    expect(jobs.length).toBe(1)
    expect(stored?.message.outcome?.status).toBe('failed')
  })

  test.each(['limit', 'memory', 'exception', 'signal'] as const)(
    'the reason of a failure is the true one: %s',
    async (reason) => {
      const { stored } = await run(blamed('parse', reason))
      const told = stored?.message.outcome?.status === 'failed' ? stored.message.outcome.reason : ''
      const words = { limit: 'time', memory: 'memory', exception: 'failed inside', signal: 'crashed' }
      expect(told).toContain(words[reason])
    },
  )

  test('a process that was ended from outside says nothing of the message: it is tried again, without an end', async () => {
    const { store, stored, message, announced, ending } = await run(lost())
    expect(stored).toBeUndefined()
    expect(ending).toBe('postponed')
    expect(announced).toEqual(['postponed'])
    const waits: number[] = []
    for (let tries = 1; tries < 15; tries += 1) {
      const [shown] = await store.messages.ofTest(message.token)
      expect(shown).not.toHaveProperty('outcome')
      waits.push(((shown?.triedAgainAt?.getTime() ?? 0) - clock.now().getTime()) / 1000)
      clock.set(shown?.triedAgainAt ?? clock.now())
      const again = await claimed(store)
      expect(again.lostTries).toBe(tries)
      await createPostponing({ store, announcer: createAnnouncer(), log }).postpone(again, 'lost')
    }
    expect(waits.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 320, 600])
    expect(waits.slice(8).every((wait) => wait === 600)).toBe(true)
  })

  test('what is lost between two blamed steps is not counted with them', async () => {
    const { store, stored } = await run(blamed('content'), lost())
    expect(stored).toBeUndefined()
    clock.advance(5_000)
    expect((await waiting(store))[0]).toMatchObject({
      lostTries: 1,
      blamed: [{ step: 'content', reason: 'limit' }],
    })
  })

  test('the service stops: nothing is written of the message', async () => {
    const { announced, store, message } = await run({ kind: 'lost', reason: 'stopping', words: 'it stops' })
    expect(announced).toEqual([])
    expect((await store.messages.claimsOf('test')).map(({ id }) => id)).toEqual([message.id])
  })

  test('questions without an answer: once more after a minute, and never a third time', async () => {
    const { store } = await run({ ...scored, questionsFailed: true })
    expect(await waiting(store)).toEqual([])
    clock.advance(61_000)
    expect(await waiting(store)).toMatchObject([{ repeated: true }])
  })

  test('an outcome that could not be stored is told apart from everything else', async () => {
    const { store } = opened
    const one = mailTest()
    await store.mailTests.allocate({ test: one })
    await store.messages.accept([newMessage(one.token)], ROOMY)
    const full: Store = {
      ...store,
      messages: { ...store.messages, finish: () => Promise.reject(new Error('database or disk is full')) },
    }
    const announcer = createAnnouncer()
    const runner = { size: 1, run: async () => scored }
    const postponing = createPostponing({ store, announcer, log })
    const analyse = createAnalyse({ store: full, runner, gate, hinting, postponing, announcer, clock, log })
    await expect(analyse(await claimed(store))).rejects.toBeInstanceOf(NotStored)
  })
})
