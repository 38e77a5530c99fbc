import { expect, test } from 'bun:test'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import type { Monitor, MonitorStanding } from '../../../../src/core/watching/monitor.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import { monitor } from '../../../support/monitors.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { monitorLookContract } from './monitor-looks.ts'
import { monitorMailContract } from './monitor-mail.ts'

/** A standing that has all there is. */
const WHOLE: MonitorStanding = {
  state: 'alerting',
  since: later(1),
  reasons: [
    { condition: 'check_failed', says: 'SPF failed.', since: later(1), about: 'spf' },
    { condition: 'score_low', says: 'at 5', since: later(2) },
  ],
  score: 4.5,
  last: { at: later(3), token: 'token', messageId: 'msg_1' },
  lateAt: later(4),
  lookedAt: later(5),
}

export function monitorContract(store: TheStore): void {
  const monitors = () => store().monitors

  async function owner() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }
  const add = (one: Monitor, most = 10) =>
    monitors().add(one, most, said('monitor.created', { accountId: one.accountId, target: one.name }))
  async function added(accountId: string, changes: Partial<Monitor> = {}) {
    const one = monitor(accountId, changes)
    expect(await add(one)).toBe('added')
    return one
  }
  async function domain(accountId: string, isVerified = true) {
    const about = { accountId }
    const made = newEntry({
      id: crypto.randomUUID(),
      accountId,
      domain: `${crypto.randomUUID()}.example.org`,
      token: tokenFrom(random),
      createdAt: THEN,
    })
    await store().domains.add(made, { verified: 10, unverified: 10 }, said('domain.added', about))
    const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
    if (isVerified)
      await store().domains.looked(made.id, { state: 'found', at: THEN }, { verified: 10, later: 0, entries })
    return made
  }
  const ofDomain = ({ id, domain: name }: { id: string; domain: string }): Partial<Monitor> => ({
    subject: { kind: 'domain', domainId: id, domain: name },
  })
  const actions = async (accountId: string) =>
    (await store().audit.list({ accountId, limit: 100 })).map(({ action }) => action).toReversed()

  test('a monitor is kept as it is given, and is found in its account alone', async () => {
    const [mine, other] = [await owner(), await owner()]
    const one = await added(mine, {
      name: 'Nightly',
      expectations: {
        interval: { everyMinutes: 1440, graceMinutes: 30 },
        leastScore: 8.5,
        mostDrop: 1.5,
        mustPass: ['spf', 'dkim'],
        blocklists: true,
        records: true,
      },
      windows: [
        { kind: 'once', from: later(1), until: later(2) },
        { kind: 'weekly', days: [1, 7], at: '02:30', minutes: 90, zone: 'Europe/Berlin' },
      ],
      paused: { at: THEN, until: later(10) },
      badge: tokenFrom(random),
      standing: WHOLE,
    })
    const plain = await added(mine, { name: 'Another' })
    await added(other, { name: 'Nightly' })
    expect(await monitors().byId(mine, one.id)).toStrictEqual(one)
    expect(await monitors().byId(other, one.id)).toBeUndefined()
    expect(await monitors().list(mine)).toStrictEqual([plain, one])
    expect(await monitors().byBadge(one.badge ?? '')).toStrictEqual(one)
    expect(await monitors().byBadge(tokenFrom(random))).toBeUndefined()
    const all: Monitor[] = []
    for (let after = ''; ; after = all.at(-1)?.id ?? '') {
      const page = await monitors().all(after, 3)
      all.push(...page)
      if (page.length < 3) break
    }
    expect(all.filter(({ accountId }) => accountId === mine)).toStrictEqual(
      [one, plain].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(await actions(mine)).toEqual(['monitor.created', 'monitor.created'])
  })

  test('an account has no two of one name, no more than may be, and none when it is gone', async () => {
    const mine = await owner()
    const one = await added(mine)
    expect(await add(monitor(mine, { name: one.name }))).toBe('name_taken')
    expect(await add(monitor(mine), 1)).toBe('full')
    expect(await add(monitor(mine), 2)).toBe('added')
    expect(await add(monitor('none'))).toBe('unknown_account')
    expect(await actions(mine)).toEqual(['monitor.created', 'monitor.created'])
  })

  test('a verified domain of the account has one monitor, which goes with it', async () => {
    const [mine, other] = [await owner(), await owner()]
    const own = await domain(mine)
    const one = await added(mine, ofDomain(own))
    expect(await monitors().byId(mine, one.id)).toStrictEqual(one)
    expect(await monitors().ofDomain(own.id)).toStrictEqual(one)
    expect(await add(monitor(mine, ofDomain(own)))).toBe('domain_taken')
    expect(await add(monitor(mine, ofDomain(await domain(mine, false))))).toBe('unknown_domain')
    expect(await add(monitor(mine, ofDomain(await domain(other))))).toBe('unknown_domain')
    await store().domains.delete(mine, own.id, said('domain.deleted', { accountId: mine }))
    expect(await monitors().byId(mine, one.id)).toBeUndefined()
    expect(await monitors().ofDomain(own.id)).toBeUndefined()
    expect(await monitors().list(mine)).toEqual([])
  })

  test('a change changes what it names, and tells of itself', async () => {
    const mine = await owner()
    const [one, two] = [await added(mine), await added(mine)]
    const change = (changes: Parameters<ReturnType<typeof monitors>['change']>[2], id = one.id) =>
      monitors().change(mine, id, changes, said('monitor.changed', { accountId: mine }))
    const settings = {
      name: 'Renamed',
      expectations: { ...one.expectations, leastScore: 7 },
      windows: [{ kind: 'once', from: later(1), until: later(2) } as const],
    }
    expect(await change({ settings })).toBe('changed')
    expect(await monitors().byId(mine, one.id)).toStrictEqual({ ...one, ...settings })
    expect(await change({ settings: { windows: [] }, windowsWere: [] })).toBe('outdated')
    expect(await change({ paused: { at: later(5) } })).toBe('changed')
    expect(await change({ badge: 'abc' })).toBe('changed')
    expect(await monitors().byId(mine, one.id)).toStrictEqual({
      ...one,
      ...settings,
      paused: { at: later(5) },
      badge: 'abc',
    })
    expect(await change({ paused: { at: later(5), until: later(6) }, badge: null })).toBe('changed')
    expect((await monitors().byId(mine, one.id))?.paused).toStrictEqual({ at: later(5), until: later(6) })
    expect(await change({ paused: null })).toBe('changed')
    expect(await monitors().byId(mine, one.id)).toStrictEqual({ ...one, ...settings })
    expect(await change({ settings: { ...settings, name: two.name } })).toBe('name_taken')
    expect(await change({ settings })).toBe('changed')
    expect(await change({ paused: null }, 'mon_none')).toBe('unknown_monitor')
    const stranger = await owner()
    expect(await monitors().change(stranger, one.id, { paused: null }, said('monitor.changed'))).toBe(
      'unknown_monitor',
    )
    expect(await actions(mine)).toEqual([
      'monitor.created',
      'monitor.created',
      ...Array(6).fill('monitor.changed'),
    ])
  })

  test('one that is deleted is found no more', async () => {
    const [mine, other] = [await owner(), await owner()]
    const one = await added(mine, { badge: tokenFrom(random) })
    const entryOf = said('monitor.deleted', { accountId: mine })
    expect(await monitors().delete(other, one.id, entryOf)).toBe('unknown_monitor')
    expect(await monitors().delete(mine, one.id, entryOf)).toBe('deleted')
    expect(await monitors().delete(mine, one.id, entryOf)).toBe('unknown_monitor')
    expect(await monitors().byId(mine, one.id)).toBeUndefined()
    expect(await monitors().byBadge(one.badge ?? '')).toBeUndefined()
    expect(await actions(mine)).toEqual(['monitor.created', 'monitor.deleted'])
  })

  test('nothing is found of an account that is deleted, and all of it goes', async () => {
    const gone = await owner()
    const badge = tokenFrom(random)
    const one = await added(gone, { badge })
    const own = await domain(gone)
    const two = await added(gone, ofDomain(own))
    for (const { id, name, subject, standing } of [one, two]) {
      const payload = { monitor: id, name, kind: subject.kind, state: 'alerting' as const, reasons: [] }
      const event = { type: 'monitor.alert' as const, subject: id, payload }
      const look = { standing, state: '{}', at: THEN }
      expect(await monitors().settle(id, 0, look, [event])).toBe('settled')
    }
    const events = async () =>
      (await store().outbox.behind(crypto.randomUUID(), 100_000)).filter(
        (event) => event.accountId === gone && event.type === 'monitor.alert',
      )
    expect(await events()).toHaveLength(2)
    await store().accounts.delete(gone, said('account.deleted', { accountId: gone }))
    const local = one.subject.kind === 'mail' ? one.subject.localPart : ''
    expect(await monitors().list(gone)).toEqual([])
    expect(await monitors().byId(gone, two.id)).toBeUndefined()
    expect(await monitors().byBadge(badge)).toBeUndefined()
    expect(await monitors().ofDomain(own.id)).toBeUndefined()
    expect(await monitors().mailbox(local)).toBeUndefined()
    expect(await monitors().begin(one.id)).toBeUndefined()
    expect((await monitors().due(later(1), 10_000)).filter((id) => id === one.id)).toEqual([])
    while ((await store().accounts.deleteRest(1)) > 0);
    expect(await events()).toEqual([])
    const heir = await owner()
    expect(await add({ ...one, accountId: heir })).toBe('added')
  })

  monitorLookContract(store)
  monitorMailContract(store)
}
