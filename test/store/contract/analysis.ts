import { expect, test } from 'bun:test'
import { packAnalysis } from '../../../src/core/kept/analysed.ts'
import type { AnalysisOutcome } from '../../../src/store/messages.ts'
import { account, mailTest, newMessage, ROOMY, report, THEN } from '../../support/builders.ts'
import { finish, waiting } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

const scored = (
  score: number,
  more: { repeatAfterMs?: number; evidence?: unknown } = {},
): AnalysisOutcome => ({
  status: 'scored',
  report: report({ score }),
  evidence: {},
  ...more,
})

export function analysisContract(store: TheStore): void {
  async function received(count: number, changes = {}) {
    const one = mailTest(changes)
    await store().mailTests.allocate({ test: one })
    const messages = Array.from({ length: count }, () => newMessage(one.token))
    await store().messages.accept(messages, ROOMY)
    return { token: one.token, ids: messages.map((message) => message.id) }
  }
  const stateOf = async (token: string) => {
    const found = await store().mailTests.byToken(token)
    return { status: found?.status, score: found?.score, messageId: found?.messageId }
  }
  const eventsOf = async (token: string) =>
    (await store().outbox.behind('a test', 10_000)).filter(
      ({ payload }) => 'token' in payload && payload.token === token,
    )
  const queuedOf = async (token: string) =>
    (await waiting(store())).filter((message) => message.token === token)

  test('before the first outcome the test is pending and has no report', async () => {
    const { token, ids } = await received(1)
    expect(await stateOf(token)).toEqual({ status: 'pending', score: undefined, messageId: undefined })
    expect(await store().messages.report(token)).toBeUndefined()
    const named = await store().messages.report(token, ids[0])
    expect(named?.message.id).toBe(ids[0])
    expect(named?.message).not.toHaveProperty('outcome')
    expect(named).not.toHaveProperty('report')
  })

  test('an outcome that was packed where it was made is kept as one that was not', async () => {
    const { token, ids } = await received(1)
    const evidence = { text: 'ä'.repeat(100_000), absent: undefined }
    const packed = packAnalysis({ report: report({ score: 8.3 }), evidence, content: '\ufeffä' })
    await finish(store(), ids[0]!, { status: 'scored', packed })
    expect(await stateOf(token)).toEqual({ status: 'scored', score: 8.3, messageId: ids[0] })
    expect((await store().messages.report(token))?.report).toEqual(report({ score: 8.3 }))
    expect(await store().messages.evidence(ids[0]!)).toEqual({ text: evidence.text })
    expect(await store().messages.content(ids[0]!)).toBe('\ufeffä')
    expect(await store().messages.messageView(ids[0]!)).toBeUndefined()
  })

  test('an outcome brings report, evidence, status and event together', async () => {
    const owner = account()
    await store().accounts.create(owner)
    const { token, ids } = await received(1, { accountId: owner.id })
    const evidence = {
      questions: [{ name: 'example.org', text: 'ä'.repeat(100_000) }],
      at: THEN.toISOString(),
    }
    await finish(store(), ids[0]!, scored(8.3, { evidence }))
    expect(await stateOf(token)).toEqual({ status: 'scored', score: 8.3, messageId: ids[0] })
    const stored = await store().messages.report(token)
    expect(stored?.report).toEqual(report({ score: 8.3 }))
    expect(stored?.message.outcome).toEqual({ status: 'scored', score: 8.3 })
    expect(await store().messages.evidence(ids[0]!)).toEqual(evidence)
    expect(await queuedOf(token)).toEqual([])
    expect(await eventsOf(token)).toMatchObject([
      {
        type: 'test.scored',
        subject: ids[0] ?? '',
        payload: { token },
        accountId: owner.id,
        at: expect.any(Date),
      },
    ])
  })

  test('a failure keeps its reason', async () => {
    const { token, ids } = await received(1)
    await finish(store(), ids[0]!, { status: 'failed', reason: 'It is no message.' })
    expect(await stateOf(token)).toEqual({ status: 'failed', score: undefined, messageId: ids[0] })
    const stored = await store().messages.report(token)
    expect(stored?.message.outcome).toEqual({ status: 'failed', reason: 'It is no message.' })
    expect(stored).not.toHaveProperty('report')
    expect(await eventsOf(token)).toMatchObject([{ type: 'test.failed' }])
    expect((await eventsOf(token))[0]).not.toHaveProperty('accountId')
  })

  test('an earlier message that ends later does not replace a newer one', async () => {
    const { token, ids } = await received(3)
    await finish(store(), ids[1]!, scored(5))
    expect((await stateOf(token)).messageId).toBe(ids[1])
    await finish(store(), ids[0]!, scored(9))
    expect(await stateOf(token)).toEqual({ status: 'scored', score: 5, messageId: ids[1] })
    await finish(store(), ids[2]!, { status: 'failed', reason: 'no' })
    expect(await stateOf(token)).toEqual({ status: 'failed', score: undefined, messageId: ids[2] })
    expect((await store().messages.report(token, ids[0]))?.report?.score).toBe(9)
    expect(await eventsOf(token)).toHaveLength(3)
  })

  test('a repeated analysis is due after its time, once, and replaces the report', async () => {
    const { token, ids } = await received(1)
    await finish(store(), ids[0]!, scored(8, { repeatAfterMs: 200 }))
    expect(await queuedOf(token)).toEqual([])
    await store.pass(250)
    expect(await queuedOf(token)).toMatchObject([{ id: ids[0]!, blamed: [], lostTries: 0, repeated: true }])
    await finish(store(), ids[0]!, scored(9.5, { evidence: { second: true } }))
    await store.pass(1e6)
    expect(await queuedOf(token)).toEqual([])
    expect(await stateOf(token)).toEqual({ status: 'scored', score: 9.5, messageId: ids[0] })
    expect((await store().messages.report(token))?.report?.score).toBe(9.5)
    expect(await store().messages.evidence(ids[0]!)).toEqual({ second: true })
    expect(await eventsOf(token)).toHaveLength(2)
  })

  test('a repeat of the same score is no new event, and one that failed leaves the report', async () => {
    const { token, ids } = await received(2)
    for (const id of ids) await finish(store(), id, scored(8, { repeatAfterMs: 0 }))
    await finish(store(), ids[0]!, scored(8))
    await finish(store(), ids[1]!, { status: 'failed', reason: 'stopped' })
    expect(await eventsOf(token)).toHaveLength(2)
    expect(await stateOf(token)).toEqual({ status: 'scored', score: 8, messageId: ids[1] })
    expect((await store().messages.report(token))?.report?.score).toBe(8)
    expect(await queuedOf(token)).toEqual([])
  })

  test('a message of another test is not found under this one', async () => {
    const [one, two] = [await received(1), await received(1)]
    await finish(store(), two.ids[0]!, scored(8))
    expect(await store().messages.report(one.token, two.ids[0])).toBeUndefined()
    expect(await store().messages.report(one.token, 'msg_none')).toBeUndefined()
  })
}
