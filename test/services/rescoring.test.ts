import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { packAnalysis } from '../../src/core/kept/analysed.ts'
import type { Report } from '../../src/core/report.ts'
import { createRescoring, type Rescored } from '../../src/services/analysis/rescoring/rescoring.ts'
import type { AnalysisJob, AnalysisResult, AnalysisRunner } from '../../src/services/ports.ts'
import { check, finding, mailTest, newMessage, ROOMY, report } from '../support/builders.ts'
import { finish } from '../support/claiming.ts'
import { type TestStore, testStore } from '../support/store.ts'

const EVIDENCE = { scoringVersion: 1, dataVersions: { lists: 'a' }, now: 'then' }
let opened: TestStore

beforeEach(async () => {
  opened = await testStore()
})
afterEach(() => opened.done())

/** Messages of one test, each with this report. */
async function stored(
  count: number,
  evidence: unknown = EVIDENCE,
): Promise<{ token: string; ids: string[] }> {
  const { store } = opened
  const one = mailTest()
  await store.mailTests.allocate({ test: one })
  const messages = Array.from({ length: count }, () => newMessage(one.token))
  await store.messages.accept(messages, ROOMY)
  for (const { id } of messages) {
    await finish(store, id, { status: 'scored', report: report(), evidence, content: 'shown' })
  }
  return { token: one.token, ids: messages.map(({ id }) => id) }
}

type Said = Partial<Report> | AnalysisResult

function runner(judge: (job: AnalysisJob) => Said | Promise<Said>, evidence: unknown = EVIDENCE) {
  const jobs: AnalysisJob[] = []
  let running = 0
  let most = 0
  const made: AnalysisRunner = {
    size: 2,
    async run(job) {
      jobs.push(job)
      running += 1
      most = Math.max(most, running)
      await Bun.sleep(1)
      const said = await judge(job)
      running -= 1
      if ('kind' in said && isResult(said)) return said
      const again = report(said as Partial<Report>)
      const packed = packAnalysis({ report: again, evidence, content: 'new' })
      return { kind: 'scored', packed, questionsFailed: false, scannersFailed: [] }
    },
  }
  return { ...made, jobs, most: () => most }
}

const isResult = (said: Partial<Report> | AnalysisResult): said is AnalysisResult =>
  said.kind === 'blamed' || said.kind === 'lost' || said.kind === 'not_a_message' || said.kind === 'scored'

async function all(results: AsyncIterable<Rescored>): Promise<Rescored[]> {
  const list: Rescored[] = []
  for await (const one of results) list.push(one)
  return list
}

const rescoring = (run: AnalysisRunner, write = false) =>
  createRescoring({ store: opened.store, runner: run, write })

describe('judging stored messages again', () => {
  test('a job holds the bytes, the envelope and the evidence that are stored', async () => {
    const { token, ids } = await stored(1)
    const run = runner(() => ({}))
    expect(await all(rescoring(run).ofTest(token))).toEqual([
      { id: ids[0] ?? '', token, kind: 'same', score: 9 },
    ])
    expect(run.jobs).toEqual([
      {
        raw: (await opened.store.messages.raw(ids[0] ?? '')) ?? new Uint8Array(),
        envelope: (await opened.store.messages.envelope(ids[0] ?? '')) as AnalysisJob['envelope'],
        evidence: EVIDENCE,
        leaveOut: [],
      },
    ])
  })

  test('of the same report, what is shown beside it is made anew, where reports are written', async () => {
    const { token, ids } = await stored(1)
    const messageView = {
      headers: [],
      transcript: [],
      hops: [],
      clientSupport: [],
      providers: [],
      preview: 'x',
    }
    const run = runner(() => ({
      kind: 'scored' as const,
      packed: packAnalysis({ report: report(), evidence: EVIDENCE, content: 'new', messageView }),
      questionsFailed: false,
      scannersFailed: [],
    }))
    const shown = () => opened.store.messages.messageView(ids[0] ?? '')
    expect(await all(rescoring(run).ofTest(token))).toMatchObject([{ kind: 'same' }])
    expect(await shown()).toBeUndefined()
    expect(await all(rescoring(run, true).ofTest(token))).toMatchObject([{ kind: 'same' }])
    expect(await shown()).toEqual(messageView)
    expect(
      await all(
        rescoring(
          runner(() => ({})),
          true,
        ).ofTest(token),
      ),
    ).toMatchObject([{ kind: 'same' }])
    expect(await shown()).toBeUndefined()
  })

  test('all messages of all tests, as many at once as there are processes', async () => {
    const first = await stored(3)
    const second = await stored(2)
    const another = Promise.withResolvers<void>()
    const run = runner(async () => {
      if (run.jobs.length > 1) another.resolve()
      await another.promise
      return {}
    })
    const results = await all(rescoring(run).all())
    expect(results.map(({ id }) => id)).toEqual([...first.ids, ...second.ids])
    expect(run.most()).toBe(2)
  })

  test('none is left out or judged twice while the number of processes changes', async () => {
    const { ids } = await stored(7)
    const run = runner(() => ({}))
    const sizes = [3, 1, 2, 4, 1]
    const changing: AnalysisRunner = {
      run: run.run,
      get size() {
        return sizes.shift() ?? 1
      },
    }
    const results = await all(rescoring(changing).all())
    expect(results.map(({ id }) => id)).toEqual(ids)
  })

  test('what changed: scores, checks, findings and versions', async () => {
    const { token, ids } = await stored(1)
    const checks: Report['checks'] = [
      check('spf', { summary: 'Now.', findings: [finding('advice')] }),
      check('mx', { status: 'neutral', summary: 'New.' }),
    ]
    const evidence = { ...EVIDENCE, scoringVersion: 2, dataVersions: { lists: 'b', words: 'c' } }
    const run = runner(() => ({ score: 10, checks }), evidence)
    expect(await all(rescoring(run).ofTest(token))).toEqual([
      {
        id: ids[0] ?? '',
        token,
        kind: 'changed',
        written: false,
        before: 9,
        after: 10,
        checks: [
          {
            name: 'spf',
            before: { status: 'failed', score: -1, findings: [] },
            after: { status: 'passed', score: 0, findings: ['advice'] },
          },
          { name: 'mx', after: { status: 'neutral', score: 0, findings: [] } },
        ],
        versions: [
          { name: 'scoring', before: '1', after: '2' },
          { name: 'lists', before: 'a', after: 'b' },
          { name: 'words', after: 'c' },
        ],
      },
    ])
    expect((await opened.store.messages.report(token))?.report).toEqual(report())
  })

  test('another word in a report of the same versions is a difference without a reason', async () => {
    const { token } = await stored(1)
    const run = runner(() => ({ kindReasons: ['Otherwise.'] }))
    expect(await all(rescoring(run).ofTest(token))).toMatchObject([
      { kind: 'changed', checks: [], versions: [] },
    ])
  })

  test('with `write` the new report is stored, with its evidence and content', async () => {
    const { token, ids } = await stored(2)
    const evidence = { ...EVIDENCE, scoringVersion: 2 }
    const run = runner(() => ({ score: 8 }), evidence)
    const results = await all(rescoring(run, true).ofTest(token))
    expect(results).toMatchObject([{ written: true }, { written: true }])
    for (const id of ids) {
      expect((await opened.store.messages.report(token, id))?.report?.score).toBe(8)
      expect(await opened.store.messages.evidence(id)).toEqual(evidence)
      expect(await opened.store.messages.content(id)).toBe('new')
    }
  })

  test('what was stored meanwhile is not written over', async () => {
    const { token, ids } = await stored(1)
    const id = ids[0] ?? ''
    const run = runner(() => ({ score: 8 }))
    const racing: AnalysisRunner = {
      ...run,
      async run(job) {
        const other = { report: report({ score: 5 }), evidence: { other: 1 }, content: 'other' }
        await opened.store.messages.replaceReport(id, { revision: 0, ...other })
        return run.run(job)
      },
    }
    expect(await all(rescoring(racing, true).ofTest(token))).toMatchObject([
      { kind: 'failed', reason: 'Another report was stored meanwhile.' },
    ])
    expect((await opened.store.messages.report(token))?.report?.score).toBe(5)
    expect(await opened.store.messages.evidence(id)).toEqual({ other: 1 })
  })

  test('a process that dies is tried again without the step; what cannot be judged keeps its report', async () => {
    const { token } = await stored(1)
    const dies = runner((job) =>
      job.leaveOut.includes('html')
        ? { score: 9.5 }
        : { kind: 'blamed', step: 'html', reason: 'limit', words: 'it took too long' },
    )
    expect(await all(rescoring(dies).ofTest(token))).toMatchObject([{ kind: 'changed', after: 9.5 }])
    const refuses = runner(() => ({ kind: 'not_a_message', reason: 'The evidence cannot be read.' }))
    expect(await all(rescoring(refuses, true).ofTest(token))).toMatchObject([
      { kind: 'failed', reason: 'The evidence cannot be read.' },
    ])
    expect((await opened.store.messages.report(token))?.report).toEqual(report())
  })

  test('a try that is lost is made again a few times, and blames nothing', async () => {
    const { token } = await stored(1)
    let tries = 0
    const lostTimes = (times: number) => {
      tries = 0
      return runner(() => {
        tries += 1
        return tries > times ? { score: 9.5 } : { kind: 'lost', reason: 'killed', words: 'it was killed' }
      })
    }
    const twice = lostTimes(2)
    expect(await all(rescoring(twice).ofTest(token))).toMatchObject([{ kind: 'changed', after: 9.5 }])
    expect(twice.jobs.map(({ leaveOut }) => leaveOut)).toEqual([[], [], []])
    expect(await all(rescoring(lostTimes(3)).ofTest(token))).toMatchObject([
      { kind: 'failed', reason: 'Its analysis was stopped: it was killed.' },
    ])
  })

  test('a report without evidence cannot be made again', async () => {
    const { token } = await stored(1, null)
    const run = runner(() => ({}))
    expect(await all(rescoring(run).ofTest(token))).toMatchObject([{ kind: 'failed' }])
    expect(run.jobs).toEqual([])
  })

  test('a test without a report gives nothing', async () => {
    expect(await all(rescoring(runner(() => ({}))).ofTest(mailTest().token))).toEqual([])
  })
})
