import { expect, test } from 'bun:test'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const KEY = 'domain:esp.example'
const WHO = { at: THEN, by: 'Ann' }

export function sourceMarkContract(store: TheStore): void {
  const marks = () => store().sourceMarks

  async function domain() {
    const one = account()
    await store().accounts.create(one)
    const accountId = one.id
    const made = newEntry({
      id: crypto.randomUUID(),
      accountId,
      domain: `${crypto.randomUUID()}.example.org`,
      token: tokenFrom(random),
      createdAt: THEN,
    })
    const roomy = { verified: 10, unverified: 10 }
    await store().domains.add(made, roomy, said('domain.added', { accountId }))
    return made
  }

  const change = (
    { id, accountId }: { id: string; accountId: string },
    what: object,
    { key = KEY, who = WHO, most = 10 } = {},
  ) =>
    marks().change(
      accountId,
      id,
      { key, ...what },
      who,
      said('dmarc.source_marked', { accountId, target: key }),
      most,
    )

  const logged = async (accountId: string) =>
    (await store().audit.list({ accountId, limit: 100 })).filter(
      ({ action }) => action === 'dmarc.source_marked',
    ).length

  test('what is said of a source is kept, and what is not said anew stays', async () => {
    const one = await domain()
    expect(await marks().of(one.id)).toEqual([])
    expect(await change(one, { mark: 'mine' })).toBe('changed')
    expect(await marks().of(one.id)).toStrictEqual([{ key: KEY, mark: 'mine', ...WHO }])
    const then = { at: later(5), by: 'Bob' }
    expect(await change(one, { name: 'Newsletter' }, { who: then })).toBe('changed')
    expect(await marks().of(one.id)).toStrictEqual([{ key: KEY, mark: 'mine', name: 'Newsletter', ...then }])
    expect(await change(one, { mark: 'not_mine' })).toBe('changed')
    expect(await marks().of(one.id)).toMatchObject([{ mark: 'not_mine', name: 'Newsletter' }])
    expect(await change(one, { mark: null })).toBe('changed')
    expect(await marks().of(one.id)).toStrictEqual([{ key: KEY, name: 'Newsletter', ...WHO }])
    expect(await change(one, { name: null })).toBe('changed')
    expect(await marks().of(one.id)).toEqual([])
    expect(await logged(one.accountId)).toBe(5)
  })

  test('what is said already is not written again, nor told in the log', async () => {
    const one = await domain()
    await change(one, { mark: 'mine', name: 'x' })
    expect(await change(one, { mark: 'mine' }, { who: { at: later(9), by: 'Eve' } })).toBe('same')
    expect(await change(one, { mark: null, name: null }, { key: 'as:64500' })).toBe('same')
    expect(await marks().of(one.id)).toMatchObject([{ by: 'Ann', at: THEN }])
    expect(await logged(one.accountId)).toBe(1)
  })

  test('as many sources are marked as may be; those that are can be changed and taken back', async () => {
    const one = await domain()
    const at = (key: string, what: object = { mark: 'mine' }) => change(one, what, { key, most: 2 })
    expect([await at('as:2'), await at('as:1'), await at('as:3')]).toEqual(['changed', 'changed', 'full'])
    expect((await marks().of(one.id)).map(({ key }) => key)).toEqual(['as:1', 'as:2'])
    expect(await at('as:1', { mark: 'not_mine' })).toBe('changed')
    expect([await at('as:2', { mark: null }), await at('as:3')]).toEqual(['changed', 'changed'])
    expect(await logged(one.accountId)).toBe(5)
  })

  test('the domain of another account is unknown, and so is one of an account that is gone', async () => {
    const [one, other] = [await domain(), await domain()]
    expect(await change({ id: one.id, accountId: other.accountId }, { mark: 'mine' })).toBe('unknown_domain')
    expect(await change({ ...one, id: 'none' }, { mark: 'mine' })).toBe('unknown_domain')
    expect(await marks().of(one.id)).toEqual([])
    expect(await logged(other.accountId)).toBe(0)
    await store().accounts.delete(one.accountId, said('account.deleted'))
    expect(await change(one, { mark: 'mine' })).toBe('unknown_domain')
  })

  test('it goes with the domain, and with the account', async () => {
    const [one, other] = [await domain(), await domain()]
    for (const each of [one, other]) await change(each, { mark: 'mine' })
    await store().domains.delete(one.accountId, one.id, said('domain.deleted'))
    expect(await marks().of(one.id)).toEqual([])
    await store().accounts.delete(other.accountId, said('account.deleted'))
    while ((await store().accounts.deleteRest(100)) > 0);
    expect(await marks().of(other.id)).toEqual([])
  })
}
