import { expect, test } from 'bun:test'
import { ONE_CLICK_OVER_MS, type OneClickOutcome } from '../../../src/core/unsubscribing/one-click.ts'
import { account, later, mailTest, newMessage, ROOMY, THEN } from '../../support/builders.ts'
import { entry } from '../../support/people.ts'
import type { TheStore } from '../contract.ts'

const ANSWER: OneClickOutcome = { kind: 'answer', status: 202, tookMs: 41, form: true }

export function oneClickContract(store: TheStore): void {
  async function received() {
    const owner = account()
    await store().accounts.create(owner)
    const { token } = mailTest({ accountId: owner.id, source: 'dashboard' })
    await store().mailTests.allocate({
      test: mailTest({ token, accountId: owner.id, source: 'dashboard' }),
    })
    const message = newMessage(token)
    await store().messages.accept([message], ROOMY)
    const said = () => entry('test.unsubscribe_tried', { accountId: owner.id, target: message.id })
    const audited = async () =>
      (await store().audit.list({ accountId: owner.id, limit: 50 })).map(({ action }) => action)
    return { id: message.id, token, said, audited }
  }
  const tries = () => store().oneClick

  test('one is written with its entry before anything comes of it, and kept with its message', async () => {
    const { id, token, said, audited } = await received()
    expect(await tries().of(id)).toBeUndefined()
    expect(await tries().begin(id, { at: THEN, host: 'list.example' }, said())).toBe('begun')
    expect(await tries().of(id)).toEqual({ at: THEN, host: 'list.example' })
    expect(await audited()).toEqual(['test.unsubscribe_tried'])
    expect(await tries().finish(id, THEN, ANSWER)).toBe('kept')
    expect(await tries().of(id)).toEqual({ at: THEN, host: 'list.example', outcome: ANSWER })
    await store().mailTests.delete(token)
    expect(await tries().of(id)).toBeUndefined()
    expect(await tries().finish(id, THEN, ANSWER)).toBe('gone')
  })

  test('a second one waits for the first, until that is over; the later one counts', async () => {
    const { id, said, audited } = await received()
    await tries().begin(id, { at: THEN, host: 'list.example' }, said())
    const soon = later(ONE_CLICK_OVER_MS - 1)
    expect(await tries().begin(id, { at: soon, host: 'other.example' }, said())).toBe('under_way')
    expect(await audited()).toHaveLength(1)
    const then = later(ONE_CLICK_OVER_MS)
    expect(await tries().begin(id, { at: then, host: 'other.example' }, said())).toBe('begun')
    expect(await tries().finish(id, THEN, ANSWER)).toBe('gone')
    expect(await tries().of(id)).toEqual({ at: then, host: 'other.example' })
    const failed: OneClickOutcome = { kind: 'failure', reason: 'tls', says: 'No.', tookMs: 1 }
    expect(await tries().finish(id, then, failed)).toBe('kept')
    expect(await tries().begin(id, { at: later(ONE_CLICK_OVER_MS + 1), host: 'a.example' }, said())).toBe(
      'begun',
    )
    expect(await tries().of(id)).not.toHaveProperty('outcome')
  })

  test('of a message that is not there none is', async () => {
    const { said, audited } = await received()
    expect(await tries().begin('msg_none', { at: THEN, host: 'a.example' }, said())).toBe('unknown_message')
    expect(await audited()).toEqual([])
    expect(await tries().of('msg_none')).toBeUndefined()
  })
}
