import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { OwnerWord } from '../../src/core/report.ts'
import { createAnalyse } from '../../src/services/analyse.ts'
import { createAnnouncer } from '../../src/services/announcer.ts'
import type { AnalysisJob, AnalysisResult } from '../../src/services/ports.ts'
import { mailTest, newMessage, ROOMY, report } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { type TestStore, testStore } from '../support/store.ts'

const gate = { count: async () => ({ period: '2026-11' }) }
const settled: [string, OwnerWord | undefined][] = []
const ownerWords = {
  settle: async (token: string, word: OwnerWord | undefined) => {
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

describe('a queued message is analysed to its end', () => {
  let opened: TestStore
  const clock = testClock()

  beforeEach(async () => {
    opened = await testStore()
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
      async run(job: AnalysisJob, begin: () => Promise<void>) {
        await begin()
        jobs.push({ ...job, leaveOut: [...job.leaveOut] })
        return results[jobs.length - 1] ?? { kind: 'lost' as const, reason: 'host', words: 'no more results' }
      },
    }
    const analyse = createAnalyse({ store, runner, gate, ownerWords, announcer, clock, log })
    const [queued] = await store.messages.queued(clock.now(), [], 1)
    if (!queued) throw new Error('nothing is queued')
    await analyse(queued)
    return { store, test, message, jobs, announced, stored: await store.messages.report(test.token) }
  }

  const scored: AnalysisResult = {
    kind: 'scored',
    report: report(),
    evidence: { dns: [] },
    content: 'words',
    questionsFailed: false,
  }
  const killed = (step: string): AnalysisResult => ({
    kind: 'blamed',
    step,
    reason: 'limit',
    words: 'it took too long',
  })

  test('a report is stored and announced', async () => {
    const { stored, announced, store, message } = await run(scored)
    expect(stored?.message).toMatchObject({ id: message.id, outcome: { status: 'scored' } })
    expect(announced).toEqual(['scored'])
    expect(await store.messages.queued(clock.now(), [], 10)).toEqual([])
  })

  test('what the owner said of the test goes along, and is compared when it is done', async () => {
    const { store } = opened
    const one = mailTest({ ownerWord: { kind: 'list' } })
    const message = newMessage(one.token)
    await store.mailTests.allocate({ test: one })
    await store.mailTests.setOwnerWord(one.token, { kind: 'list' })
    await store.messages.accept([message], ROOMY)
    const jobs: AnalysisJob[] = []
    const runner = {
      size: 1,
      async run(job: AnalysisJob) {
        jobs.push(job)
        return scored
      },
    }
    const [queued] = await store.messages.queued(clock.now(), [], 1)
    const announcer = createAnnouncer()
    const analyse = createAnalyse({ store, runner, gate, ownerWords, announcer, clock, log })
    if (queued) await analyse(queued)
    expect(jobs.map(({ ownerWord }) => ownerWord)).toEqual([{ kind: 'list' }])
    expect(settled.at(-1)).toEqual([one.token, { kind: 'list' }])
  })

  test('the operator is told of a scanner that gave no verdict, and of no other check', async () => {
    const open = (name: string) => ({
      name,
      status: 'error' as const,
      score: 0,
      detail: { summary: 'Down.' },
    })
    warned.length = 0
    const { message } = await run({
      ...scored,
      report: { ...report(), checks: [open('rspamd'), open('spf')] },
    })
    expect(warned).toEqual([
      `A scanner gave no verdict {"message":"${message.id}","scanner":"rspamd","reason":"Down."}`,
    ])
  })

  test('bytes that are no message end as failed, with the reason', async () => {
    const { stored, announced } = await run({ kind: 'not_a_message', reason: 'The message is empty.' })
    expect(stored?.message.outcome).toEqual({ status: 'failed', reason: 'The message is empty.' })
    expect(announced).toEqual(['failed'])
  })

  test('the second try leaves out what killed the first', async () => {
    const { jobs, stored } = await run(killed('content'), scored)
    expect(jobs.map((job) => job.leaveOut)).toEqual([[], ['content']])
    expect(stored?.message.outcome?.status).toBe('scored')
  })

  test('two different analyzers that kill their process end the message', async () => {
    const { jobs, stored } = await run(killed('content'), killed('mime'), scored)
    expect(jobs.length).toBe(2)
    expect(stored?.message.outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('content, mime'),
    })
  })

  test('parsing that kills its process ends the message at once', async () => {
    const { jobs, stored } = await run(killed('parse'), scored)
    expect(jobs.length).toBe(1)
    expect(stored?.message.outcome?.status).toBe('failed')
  })

  test('questions without an answer: once more after a minute, and never a third time', async () => {
    const { store } = await run({ ...scored, questionsFailed: true })
    const later = new Date(clock.now().getTime() + 61_000)
    expect(await store.messages.queued(clock.now(), [], 10)).toEqual([])
    expect(await store.messages.queued(later, [], 10)).toMatchObject([{ repeated: true }])
  })

  test('a message that was begun five times without an end is given up, not tried for ever', async () => {
    const { store } = opened
    const test = mailTest()
    const message = newMessage(test.token)
    await store.mailTests.allocate({ test })
    await store.messages.accept([message], ROOMY)
    for (let at = 0; at < 5; at += 1) await store.messages.beginAttempt(message.id)
    const [queued] = await store.messages.queued(clock.now(), [], 1)
    const runner = { size: 1, run: async () => scored }
    const analyse = createAnalyse({
      store,
      runner,
      gate,
      ownerWords,
      announcer: createAnnouncer(),
      clock,
      log,
    })
    if (queued) await analyse(queued)
    expect((await store.messages.report(test.token))?.message.outcome).toMatchObject({ status: 'failed' })
  })
})
