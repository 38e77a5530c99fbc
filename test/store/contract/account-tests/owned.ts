import { expect, test } from 'bun:test'
import type { MailTestSource } from '../../../../src/core/mail-test.ts'
import { account, mailTest, newMessage, ROOMY, report } from '../../../support/builders.ts'
import { finish, waiting } from '../../../support/claiming.ts'
import { entry, person } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

export function ownedContract(store: TheStore): void {
  async function owner() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }
  async function made(accountId: string | undefined, source: MailTestSource) {
    const one = mailTest({ ...(accountId !== undefined && { accountId }), source })
    await store().mailTests.allocate({ test: one })
    return one
  }

  test('a test keeps who made it, until they are gone', async () => {
    const [id, one] = [await owner(), person()]
    const membership = { accountId: id, role: 'member' } as const
    await store().people.create({ person: one, membership }, entry('person.created'))
    const test = mailTest({ accountId: id, source: 'dashboard', creatorId: one.id })
    await store().mailTests.allocate({ test })
    expect(await store().mailTests.byToken(test.token)).toStrictEqual(test)
    const { token } = test
    expect((await store().mailTests.find(id, { limit: 1 })).items[0]?.test.creatorId).toBe(one.id)
    expect((await store().mailTests.told(token))?.test.creatorId).toBe(one.id)
    expect(await store().people.delete(one.id, entry('person.deleted'))).toBe('deleted')
    const { creatorId: _gone, ...rest } = test
    expect(await store().mailTests.byToken(token)).toStrictEqual(rest)
  })

  test('tests of people and monitors are shared and no longer shared; each is told once', async () => {
    const id = await owner()
    for (const source of ['dashboard', 'monitor', 'upload'] as const) {
      const { token } = await made(id, source)
      const said = (action: 'test.shared' | 'test.unshared') =>
        entry(action, { accountId: id, target: token })
      expect(await store().mailTests.setShared(token, true, said('test.shared'))).toBe('changed')
      expect(await store().mailTests.setShared(token, true, said('test.shared'))).toBe('unchanged')
      expect((await store().mailTests.byToken(token))?.shared).toBe(true)
      expect(await store().mailTests.setShared(token, false, said('test.unshared'))).toBe('changed')
      expect((await store().mailTests.byToken(token))?.shared).toBeUndefined()
      const entries = await store().audit.list({ accountId: id, limit: 50 })
      expect(entries.filter(({ target }) => target === token).map(({ action }) => action)).toEqual([
        'test.unshared',
        'test.shared',
      ])
    }
  })

  test('a test that a key or nobody made is never shared', async () => {
    const api = await made(await owner(), 'api')
    const files = [await made(undefined, 'anonymous'), await made(undefined, 'upload')]
    for (const { token } of [api, ...files]) {
      expect(await store().mailTests.setShared(token, true)).toBe('unknown_test')
      expect((await store().mailTests.byToken(token))?.shared).toBeUndefined()
    }
    expect(await store().mailTests.setShared('nothing', true)).toBe('unknown_test')
  })

  const SCORED = { status: 'scored', report: report({ score: 7 }), evidence: {}, content: '' } as const
  const again = (token: string, messageId?: string, mostWaiting = 5) =>
    store().messages.analyseAgain(token, { messageId, mostWaiting })

  async function analysed(count: number, accountId: string) {
    const { token } = await made(accountId, 'dashboard')
    const ids: string[] = []
    for (let i = 0; i < count; i += 1) {
      const message = newMessage(token)
      await store().messages.accept([message], ROOMY)
      await finish(store(), message.id, SCORED)
      ids.push(message.id)
    }
    return { token, ids }
  }

  test('a message is analysed again as a repeat is, and keeps its report until then', async () => {
    const { token, ids } = await analysed(2, await owner())
    const [first = '', second = ''] = ids
    expect(await again(token)).toBe('waits')
    expect(await again(token, second)).toBe('under_way')
    const before = await store().mailTests.byToken(token)
    expect(before).toMatchObject({ status: 'scored', score: 7, messageId: second })
    const queued = (await waiting(store())).filter((message) => message.token === token)
    expect(queued).toMatchObject([{ id: second, repeated: true, blamed: [] }])
    await finish(store(), second, { ...SCORED, report: report({ score: 4 }) })
    expect(await store().mailTests.byToken(token)).toMatchObject({ score: 4 })
    expect(await again(token, first)).toBe('waits')
    await finish(store(), first, { ...SCORED, report: report({ score: 1 }) })
    expect(await store().mailTests.byToken(token)).toMatchObject({ score: 4, messageId: second })
  })

  test('a repeat that comes to nothing leaves the report; what failed may be scored at last', async () => {
    const { token, ids } = await analysed(1, await owner())
    const [id = ''] = ids
    expect(await again(token)).toBe('waits')
    await finish(store(), id, { status: 'failed', reason: 'stopped' })
    expect(await store().mailTests.byToken(token)).toMatchObject({ status: 'scored', score: 7 })
    const message = newMessage(token)
    await store().messages.accept([message], ROOMY)
    expect(await again(token, message.id)).toBe('under_way')
    await finish(store(), message.id, { status: 'failed', reason: 'stopped' })
    expect(await again(token, message.id)).toBe('waits')
    await finish(store(), message.id, SCORED)
    expect(await store().mailTests.byToken(token)).toMatchObject({ status: 'scored', messageId: message.id })
  })

  test('a repeat that is still to come is brought forward, and is nothing to wait for until then', async () => {
    const { token, ids } = await analysed(1, await owner())
    const [id = ''] = ids
    const seen = async () => (await store().messages.ofTest(token))[0]?.again
    expect(await seen()).toBeUndefined()
    expect(await again(token, id)).toBe('waits')
    expect(await seen()).toBe(true)
    await finish(store(), id, { ...SCORED, repeatAfterMs: 60_000 })
    expect(await seen()).toBeUndefined()
    expect(await again(token, id)).toBe('waits')
    expect([await seen(), await again(token, id)]).toEqual([true, 'under_way'])
  })

  test('messages of other tests, and unknown ones, are not analysed again', async () => {
    const id = await owner()
    const [one, other] = [await analysed(1, id), await made(id, 'dashboard')]
    expect(await again(other.token)).toBe('unknown_message')
    expect(await again(other.token, one.ids[0])).toBe('unknown_message')
    expect(await again('nothing', one.ids[0])).toBe('unknown_message')
  })

  test('an account has so many messages waiting at most, and another one its own', async () => {
    const [id, neighbour] = [await owner(), await owner()]
    const [{ token, ids }, other] = [await analysed(4, id), await analysed(1, neighbour)]
    const answers: string[] = []
    for (const each of ids) answers.push(await again(token, each, 3))
    expect(answers).toEqual(['waits', 'waits', 'waits', 'too_many'])
    expect(await again(other.token, undefined, 3)).toBe('waits')
  })
}
