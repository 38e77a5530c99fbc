import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createAccounts } from '../../src/services/access/accounts.ts'
import { account, plan, random } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { type TestStore, testStore } from '../support/store.ts'

describe('accounts', () => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await testStore()
  })
  afterAll(() => opened.done())

  const plans = { 'self-hosted': plan(), free: plan({ name: 'free', api: false }) }
  const accounts = () =>
    createAccounts({ store: opened.store, plans, defaultPlan: 'self-hosted', clock: testClock(), random })

  test('an account is made with the default plan, or with the one named', async () => {
    const made = await accounts().create('acme')
    expect(made).toMatchObject({ kind: 'created', account: { name: 'acme', plan: 'self-hosted' } })
    expect(await accounts().create('small', 'free')).toMatchObject({ account: { plan: 'free' } })
    expect(await accounts().byName('acme')).toMatchObject({ name: 'acme' })
    expect((await accounts().list()).map(({ name }) => name)).toEqual(['acme', 'small'])
  })

  test.each([
    ['a name that is taken', 'taken', undefined, { kind: 'name_taken' }],
    ['no name', '', undefined, { kind: 'bad_name' }],
    ['a plan that is not there', 'other', 'gold', { kind: 'unknown_plan', plans: ['self-hosted', 'free'] }],
    ['a plan named like a property of objects', 'other', 'constructor', { kind: 'unknown_plan' }],
  ])('%s is refused', async (_name, name, planName, refusal) => {
    await accounts().create('taken')
    expect(await accounts().create(name, planName)).toMatchObject(refusal)
  })

  test('the plan changes', async () => {
    await accounts().create('changing')
    expect(await accounts().setPlan('changing', 'free')).toMatchObject({
      kind: 'changed',
      account: { plan: 'free' },
    })
    expect(await accounts().byName('changing')).toMatchObject({ plan: 'free' })
    expect(await accounts().setPlan('changing', 'gold')).toMatchObject({ kind: 'unknown_plan' })
    expect(await accounts().setPlan('nobody', 'free')).toEqual({ kind: 'unknown_account' })
  })

  test('the default account is made once, however many ask at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => accounts().ensureDefault()))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all[0]).toMatchObject({ name: 'default', plan: 'self-hosted' })
  })

  test('a plan the configuration no longer has counts as the default plan', () => {
    expect(accounts().planOf(account({ plan: 'free' }))).toBe(plans.free)
    expect(accounts().planOf(account({ plan: 'gone' }))).toBe(plans['self-hosted'])
    expect(accounts().planOf(account({ plan: 'toString' }))).toBe(plans['self-hosted'])
  })

  test('a default plan that is not there is said at the start', () => {
    const deps = { store: opened.store, plans, clock: testClock(), random }
    expect(() => createAccounts({ ...deps, defaultPlan: 'gold' })).toThrow('There is no plan gold.')
  })
})
