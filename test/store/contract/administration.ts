import { expect, test } from 'bun:test'
import { account, apiKey, later, mailTest, newMessage, ROOMY, random } from '../../support/builders.ts'
import { entry, person } from '../../support/people.ts'
import type { TheStore } from '../contract.ts'

/** Keys with who created them, the audit log, and what an administrator sees of the store. */
export function administrationContract(store: TheStore): void {
  const newAccount = async () => {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }
  const logOf = (accountId: string) => store().audit.list({ accountId, limit: 100 })

  test('of keys with one id the first is made, and its entry alone', async () => {
    const accountId = await newAccount()
    const key = apiKey(accountId)
    const make = (target: string) =>
      store().apiKeys.create(key, random(32), entry('key.created', { accountId, target }))
    const made = await Promise.all([make('a'), make('b'), make('c')])
    expect(made.toSorted()).toEqual(['created', 'id_taken', 'id_taken'])
    expect(await logOf(accountId)).toHaveLength(1)
  })

  test('a key is rotated once from what it was', async () => {
    const accountId = await newAccount()
    const key = apiKey(accountId, { prefix: 'mg_before00' })
    await store().apiKeys.create(key, random(32))
    const rotate = (prefix: string) =>
      store().apiKeys.rotate(
        key.id,
        prefix,
        random(32),
        entry('key.rotated', { accountId, target: prefix }),
        'mg_before00',
      )
    const outcomes = await Promise.all([rotate('mg_first000'), rotate('mg_second00')])
    expect(outcomes.toSorted()).toEqual(['changed', 'rotated'])
    expect(await logOf(accountId)).toHaveLength(1)
    expect(await store().apiKeys.rotate('key_none', 'x', random(32), undefined, 'y')).toBe('unknown_key')
  })

  test('a key stays when the person who created it goes', async () => {
    const accountId = await newAccount()
    const who = person()
    await store().people.create({ person: who }, entry('person.created'))
    const key = apiKey(accountId, { createdBy: who.id })
    await store().apiKeys.create(key, random(32))
    expect((await store().apiKeys.byId(key.id))?.createdBy).toBe(who.id)
    await store().people.delete(who.id, entry('person.deleted'))
    const { createdBy: _gone, ...rest } = key
    expect(await store().apiKeys.byId(key.id)).toEqual(rest)
  })

  test('a test and its entry come and go together', async () => {
    const accountId = await newAccount()
    const one = mailTest({ accountId, source: 'api' })
    const allocate = (test_ = one) =>
      store().mailTests.allocate({
        test: test_,
        entry: entry('test.created', { accountId }),
        idempotency: { key: 'once', expiresAt: later(60_000) },
        allowance: { month: '2026-11', units: 1 },
      })
    expect(await allocate()).toBe('allocated')
    expect(await allocate(mailTest({ accountId, source: 'api' }))).toHaveProperty('replayed')
    const refused = await store().mailTests.allocate({
      test: mailTest({ accountId, source: 'api' }),
      entry: entry('test.created', { accountId }),
      allowance: { month: '2026-11', units: 1 },
    })
    expect(refused).toBe('allowance_exhausted')
    const gone = () => store().mailTests.delete(one.token, entry('test.deleted', { accountId }))
    expect([await gone(), await gone()]).toEqual(['deleted', 'unknown_test'])
    expect((await logOf(accountId)).map(({ action }) => action)).toEqual(['test.deleted', 'test.created'])
  })

  test('an entry keeps all that it says', async () => {
    const accountId = await newAccount()
    const whole = entry('key.created', {
      accountId,
      personId: 'per_1',
      actor: { kind: 'key', id: 'key_1', name: 'ci' },
      target: 'x',
      details: { from: 'a', to: '"b"' },
      client: '192.0.2.1/32',
      at: later(5),
    })
    await store().audit.add(whole)
    expect(await logOf(accountId)).toEqual([{ ...whole, id: expect.any(Number) }])
  })

  test('the log is asked for by action and by who acted, tests among it', async () => {
    const accountId = await newAccount()
    const add = (action: Parameters<typeof entry>[0], kind: 'operator' | 'nobody' | 'key', id?: string) =>
      store().audit.add(entry(action, { accountId, actor: { kind, ...(id !== undefined && { id }) } }))
    await add('key.created', 'operator')
    await add('test.created', 'key', `key_of_${accountId}`)
    await add('test.deleted', 'key', `key_of_${accountId}`)
    await add('sign_in.failed', 'nobody')
    const of = async (query: object) =>
      (await store().audit.list({ accountId, limit: 10, ...query })).map(({ action }) => action)
    expect(await of({ actorKind: 'operator' })).toEqual(['key.created'])
    expect(await of({ actorKind: 'nobody' })).toEqual(['sign_in.failed'])
    expect(await of({ actorId: `key_of_${accountId}` })).toEqual(['test.deleted', 'test.created'])
    expect(await of({ action: 'test.created' })).toEqual(['test.created'])
    expect(await of({ action: 'key.created' })).toEqual(['key.created'])
    expect(await of({ action: 'key.created', actorId: 'somebody' })).toEqual([])
  })

  test('what tests hold is summed up by owner, slice by slice', async () => {
    const accountId = await newAccount()
    for (let i = 0; i < 5; i += 1)
      await store().mailTests.allocate({ test: mailTest({ accountId, source: 'api' }) })
    let [tests, bytes, slices] = [0, 0, 0]
    for (let after: number | undefined = 0; after !== undefined; slices += 1) {
      const slice: Awaited<ReturnType<ReturnType<TheStore>['usage']['held']>> = await store().usage.held(
        after,
        2,
      )
      const own = slice.owners.find((one) => one.accountId === accountId)
      tests += own?.tests ?? 0
      bytes += own?.bytes ?? 0
      after = slice.next
    }
    expect([tests, bytes]).toEqual([5, 5 * 512])
    expect(slices).toBeGreaterThan(2)
    expect(await store().usage.roleMailBytes()).toBeGreaterThanOrEqual(0)
  })

  test('what waits is counted, with when the oldest of it came', async () => {
    const before = (await store().usage.backlog()).messages
    const one = mailTest()
    await store().mailTests.allocate({ test: one })
    const first = newMessage(one.token)
    await store().messages.accept([first, newMessage(one.token)], ROOMY)
    const { messages, reports, events } = await store().usage.backlog()
    const all = (from: typeof messages) => from.line.count + from.behind.count
    expect(all(messages) - all(before)).toBe(2)
    expect(messages.line.oldest).toBeInstanceOf(Date)
    expect(messages.running.count).toBe(before.running.count)
    expect(reports.bytes).toBeGreaterThanOrEqual(0)
    expect(events.unread).toBeLessThanOrEqual(events.kept)
  })
}
