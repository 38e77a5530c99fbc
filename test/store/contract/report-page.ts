import { expect, test } from 'bun:test'
import type { MessageView } from '../../../src/core/message-view.ts'
import { account, mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish, waiting } from '../../support/claiming.ts'
import type { TheStore } from '../contract.ts'

const shows = (value: string): MessageView => ({
  headers: [{ name: 'Subject', value }],
  transcript: [{ from: 'client', text: 'EHLO a', at: 3 }],
  hops: [{ from: 'a.example', privateAddress: false, delaySeconds: -1 }],
  clientSupport: [{ name: 'grid', full: 0.25, partly: 0.25, none: 0.5, without: ['A mail client'] }],
  providers: [],
  preview: `<p>${value} ☃</p>`,
})

export function reportPageContract(store: TheStore): void {
  async function newTest(accountId?: string) {
    const one = mailTest(accountId === undefined ? {} : { accountId })
    await store().mailTests.allocate({ test: one })
    return one.token
  }
  async function received(token: string) {
    const message = newMessage(token)
    await store().messages.accept([message], ROOMY)
    return message.id
  }
  // Due again at once: what a repeated analysis brings takes the place of this.
  const analysed = (id: string, messageView?: MessageView) =>
    finish(store(), id, {
      status: 'scored',
      report: report(),
      evidence: {},
      content: 'x',
      repeatAfterMs: 0,
      ...(messageView && { messageView }),
    })

  test('what is shown of a message is kept with its report, and goes with its test', async () => {
    const token = await newTest()
    const id = await received(token)
    expect(await store().messages.messageView(id)).toBeUndefined()
    await analysed(id, shows('one'))
    expect(await store().messages.messageView(id)).toEqual(shows('one'))
    await store().mailTests.delete(token)
    expect(await store().messages.messageView(id)).toBeUndefined()
  })

  test('large ones come back whole', async () => {
    const id = await received(await newTest())
    const large = { ...shows('x'), preview: 'ä'.repeat(2_000_000) }
    await analysed(id, large)
    expect(await store().messages.messageView(id)).toEqual(large)
  })

  test('a later report brings its own, or none: what an earlier one showed does not stay', async () => {
    const id = await received(await newTest())
    await analysed(id, shows('one'))
    await analysed(id, shows('two'))
    expect(await store().messages.messageView(id)).toEqual(shows('two'))
    const replacement = { revision: 1, report: report({ score: 3 }), evidence: {}, content: 'x' }
    expect(await store().messages.replaceReport(id, { ...replacement, messageView: shows('three') })).toBe(
      'replaced',
    )
    expect(await store().messages.messageView(id)).toEqual(shows('three'))
    expect(await store().messages.replaceReport(id, { ...replacement, messageView: shows('four') })).toBe(
      'changed',
    )
    expect(await store().messages.messageView(id)).toEqual(shows('three'))
    await analysed(id)
    expect(await store().messages.messageView(id)).toBeUndefined()
  })

  test('a repeated analysis that fails leaves them as they were', async () => {
    const id = await received(await newTest())
    await analysed(id, shows('one'))
    await finish(store(), id, { status: 'failed', reason: 'no' })
    expect(await store().messages.messageView(id)).toEqual(shows('one'))
  })

  test('the sender hints stand on the test wherever it is read, until others are given', async () => {
    const owner = account()
    await store().accounts.create(owner)
    const token = await newTest(owner.id)
    const id = await received(token)
    const read = async () => {
      const byToken = (await store().mailTests.byToken(token))?.senderHints
      const page = await store().mailTests.listByAccount(owner.id, { limit: 9, offset: 0 })
      const queued = await waiting(store())
      expect(page.items[0]?.senderHints).toEqual(byToken)
      expect(queued.find((one) => one.id === id)?.senderHints).toEqual(byToken)
      return byToken
    }
    expect(await read()).toBeUndefined()
    const change = store().mailTests.changeSenderHints
    for (const [said, kept] of [
      [{ kind: 'list' }, { kind: 'list' }],
      [{ bulk: true }, { kind: 'list', bulk: true }],
      [{}, { kind: 'list', bulk: true }],
      [{ kind: 'inferred' }, { bulk: true }],
      [
        { kind: 'marketing', bulk: true },
        { kind: 'marketing', bulk: true },
      ],
      [{ bulk: false }, { kind: 'marketing' }],
    ] as const) {
      expect(await change(token, said)).toBe('changed')
      expect(await read()).toEqual(kept)
    }
    await Promise.all([change(token, { kind: 'personal' }), change(token, { bulk: true })])
    expect(await read()).toEqual({ kind: 'personal', bulk: true })
    expect(await change(token, { kind: 'inferred', bulk: false })).toBe('changed')
    expect(await read()).toBeUndefined()
    const stored = await store().mailTests.byToken(token)
    expect(Object.keys(stored ?? {}).filter((key) => key.startsWith('owner'))).toEqual([])
  })

  test('one test’s word is no other’s, and a test that is gone takes none', async () => {
    const [one, two] = [await newTest(), await newTest()]
    await store().mailTests.changeSenderHints(one, { kind: 'personal' })
    expect((await store().mailTests.byToken(two))?.senderHints).toBeUndefined()
    await store().mailTests.delete(one)
    expect(await store().mailTests.changeSenderHints(one, { bulk: true })).toBe('unknown_test')
  })

  test('an uploaded test is kept as one', async () => {
    const test = mailTest({ source: 'upload' })
    await store().mailTests.allocate({ test, client: '192.0.2.1/32' })
    expect((await store().mailTests.byToken(test.token))?.source).toBe('upload')
  })
}
