import { expect, test } from 'bun:test'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../src/core/mail-test.ts'
import type { DomainEntry, SeenRecord } from '../../../src/core/sender-domain.ts'
import type { LookRules } from '../../../src/store/domains.ts'
import { account, DAY, later, random, THEN } from '../../support/builders.ts'
import { entry as said } from '../../support/people.ts'
import type { TheStore } from '../contract.ts'

const ROOMY = { verified: 10, unverified: 10 }
const FOUND: SeenRecord = { state: 'found' }
const ABSENT: SeenRecord = { state: 'absent', seconds: 60 }

export function domainContract(store: TheStore): void {
  const domains = () => store().domains
  const newName = () => `${crypto.randomUUID()}.example.org`

  async function madeAccount() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }

  const entry = (accountId: string, domain = newName()): DomainEntry =>
    newEntry({ id: crypto.randomUUID(), accountId, domain, token: tokenFrom(random), createdAt: THEN })

  const add = (one: DomainEntry, bounds = ROOMY) =>
    domains().add(one, bounds, said('domain.added', { accountId: one.accountId, target: one.domain }))

  async function added(accountId: string, domain?: string) {
    const one = entry(accountId, domain)
    expect(await add(one)).toBe('added')
    return one
  }

  const rules = ({ accountId }: DomainEntry, verified = 10): LookRules => ({
    verified,
    later: 0,
    entries: {
      verified: said('domain.verified', { accountId }),
      unverified: said('domain.unverified', { accountId }),
    },
  })

  const look = (one: DomainEntry, seen: SeenRecord, at: Date, verified?: number) =>
    domains().looked(one.id, { ...seen, at }, rules(one, verified))

  const actions = async (accountId: string) =>
    (await store().audit.list({ accountId, limit: 100 })).map(({ action }) => action).toReversed()

  const events = async ({ id }: DomainEntry) =>
    (await store().outbox.behind('a test', 100_000)).filter(({ subject }) => subject === id)

  test('a domain is added once by an account, and is found by id and by name in it alone', async () => {
    const [mine, other] = [await madeAccount(), await madeAccount()]
    const one = await added(mine)
    expect(await add(entry(mine, one.domain))).toBe('known')
    expect(await domains().byId(mine, one.id)).toStrictEqual(one)
    expect(await domains().byName(mine, one.domain)).toStrictEqual(one)
    expect(await domains().byId(other, one.id)).toBeUndefined()
    expect(await domains().byName(other, one.domain)).toBeUndefined()
    const theirs = await added(other, one.domain)
    const below = await added(mine, `a.${one.domain}`)
    expect(await domains().list(mine)).toStrictEqual(
      [one, below].toSorted((a, b) => (a.domain < b.domain ? -1 : 1)),
    )
    expect((await domains().tokensOf(one.domain, 10)).toSorted()).toEqual(
      [one.token, theirs.token].toSorted(),
    )
    expect(await domains().tokensOf(one.domain, 1)).toHaveLength(1)
    expect(await add(entry('none'))).toBe('unknown_account')
    expect(await actions(mine)).toEqual(['domain.added', 'domain.added'])
  })

  test('no more are added than may be, and no more verified', async () => {
    const mine = await madeAccount()
    const one = await added(mine)
    expect(await add(entry(mine), { verified: 5, unverified: 1 })).toBe('unverified_full')
    await look(one, FOUND, later(1))
    expect(await add(entry(mine), { verified: 1, unverified: 20 })).toBe('verified_full')
    const two = await added(mine)
    const looked = await look(two, FOUND, later(2), 1)
    expect(looked?.became).toBeUndefined()
    expect(looked?.entry.verifiedAt).toBeUndefined()
    expect(looked?.entry.look).toEqual({ ...FOUND, at: later(2) })
    expect((await look(two, FOUND, later(3), 2))?.became).toBe('verified')
    // What is verified stays so on a smaller plan.
    expect((await look(two, FOUND, later(4), 0))?.entry.verifiedAt).toEqual(later(3))
  })

  test('changes of state are told once, with event and entry', async () => {
    const one = await added(await madeAccount())
    expect((await look(one, FOUND, later(1)))?.became).toBe('verified')
    expect((await look(one, FOUND, later(2)))?.became).toBeUndefined()
    for (const days of [1, 2]) await look(one, ABSENT, later(days * DAY))
    expect((await domains().byId(one.accountId, one.id))?.absence?.days).toBe(2)
    expect((await look(one, ABSENT, later(3 * DAY)))?.became).toBe('unverified')
    const kept = await domains().byId(one.accountId, one.id)
    expect(kept?.verifiedAt).toBeUndefined()
    expect(kept?.absence).toBeUndefined()
    expect(await actions(one.accountId)).toEqual(['domain.added', 'domain.verified', 'domain.unverified'])
    expect(await events(one)).toMatchObject([
      { type: 'domain.verified', accountId: one.accountId, at: later(1), payload: { domain: one.domain } },
      { type: 'domain.unverified', payload: { domain: one.domain } },
    ])
  })

  test('what was seen is kept as it was seen, whatever its state', async () => {
    const one = await added(await madeAccount())
    const states: SeenRecord[] = [
      ABSENT,
      { state: 'absent', seconds: 5, misplaced: one.domain },
      { state: 'other', texts: ['"<script>', 'b'], more: 4, foreign: true },
      { state: 'unknown', reason: 'servfail' },
    ]
    for (const [index, seen] of states.entries()) {
      const at = later(index + 1)
      await look(one, seen, at)
      expect((await domains().byId(one.accountId, one.id))?.look).toStrictEqual({ ...seen, at })
    }
  })

  test('due ones are given in their order, and not those of nobody', async () => {
    const [mine, gone] = [await madeAccount(), await madeAccount()]
    const [first, second, theirs] = [await added(mine), await added(mine), await added(gone)]
    await look(first, FOUND, later(-2 * DAY))
    await look(second, FOUND, later(-3 * DAY))
    const all = async (at: Date) => (await domains().due(at, 10_000)).map(({ id }) => id)
    const own = (ids: string[]) => ids.filter((id) => [first.id, second.id, theirs.id].includes(id))
    expect(own(await all(THEN))).toEqual([second.id, first.id])
    expect(own(await all(later(DAY)))).toEqual([second.id, first.id, theirs.id])
    await store().accounts.delete(gone, said('account.deleted', { accountId: gone }))
    expect(own(await all(later(DAY)))).toEqual([second.id, first.id])
    expect(await domains().list(gone)).toEqual([])
    expect(await domains().byId(gone, theirs.id)).toBeUndefined()
    expect(await domains().tokensOf(theirs.domain, 10)).toEqual([])
    expect(await look(theirs, FOUND, later(DAY))).toBeUndefined()
    expect(await add(entry(gone))).toBe('unknown_account')
    while ((await store().accounts.deleteRest(1)) > 0);
    const again = { ...theirs, accountId: mine }
    expect(await add(again)).toBe('added')
  })

  test('a domain that is deleted takes its events with it', async () => {
    const one = await added(await madeAccount())
    const entryOf = said('domain.deleted', { accountId: one.accountId })
    await look(one, FOUND, later(1))
    expect(await events(one)).toHaveLength(1)
    expect(await domains().delete(await madeAccount(), one.id, entryOf)).toBe('unknown_domain')
    expect(await domains().delete(one.accountId, one.id, entryOf)).toBe('deleted')
    expect(await domains().delete(one.accountId, one.id, entryOf)).toBe('unknown_domain')
    expect(await events(one)).toEqual([])
    expect(await look(one, FOUND, later(2))).toBeUndefined()
    expect(await actions(one.accountId)).toEqual(['domain.added', 'domain.verified', 'domain.deleted'])
  })
}
