import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ROLES, type Role } from '../../../src/core/access/role.ts'
import type { Result } from '../../../src/core/refusal.ts'
import type { MonitorActor, MonitorView } from '../../../src/services/monitors/told.ts'
import { DAY, THEN } from '../../support/builders.ts'
import { monitorMessage } from '../../support/monitors.ts'
import { sessionOf } from '../../support/session.ts'
import { monitorWorld, wanted } from './world.ts'

let world: Awaited<ReturnType<typeof monitorWorld>>
beforeEach(async () => {
  world = await monitorWorld()
})
afterEach(() => world.done())

const granted = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}
const kindOf = (result: Result<unknown>) => (result.ok ? 'granted' : result.refusal.kind)
const reasonOf = (result: Result<unknown>) =>
  !result.ok && 'reason' in result.refusal ? result.refusal.reason : kindOf(result)
const made = async (actor: MonitorActor, name = 'Nightly', changes = {}) =>
  granted(await world.monitors.create(actor, wanted(name, changes)))
const log = async ({ accountId }: { accountId: string }): Promise<Record<string, string | undefined>[]> =>
  (await world.store.audit.list({ accountId, limit: 100 }))
    .filter(({ action }) => action.startsWith('monitor.'))
    .map(({ action, target, details }) => ({ action, target, ...details }))
    .toReversed()

test('a monitor has an address, and is found by its account alone', async () => {
  const [mine, other] = [await world.operator(), await world.operator()]
  const one = await made(mine)
  // Bun puts what matches into the object that it looks at.
  expect({ ...one }).toMatchObject({
    id: expect.stringMatching(/^mon_[0-9A-Za-z]{16}$/),
    address: expect.stringMatching(/^[a-z2-7]{16}@in\.example\.com$/),
    standing: { state: 'waiting', since: THEN, reasons: [] },
  })
  expect(await world.monitors.list(mine)).toEqual([one])
  expect(granted(await world.monitors.read(mine, one.id))).toEqual(one)
  expect(await world.monitors.list(other)).toEqual([])
  const { id } = one
  for (const asked of [
    world.monitors.read(other, id),
    world.monitors.change(other, id, wanted('x')),
    world.monitors.pause(other, id),
    world.monitors.resume(other, id),
    world.monitors.setBadge(other, id, true),
    world.monitors.delete(other, id),
    world.monitors.messages(other, id, { limit: 1 }),
    world.monitors.scores(other, id, THEN),
    world.monitors.alerts(other, id),
    world.monitors.records(other, id),
  ])
    expect(await asked).toEqual({ ok: false, refusal: { kind: 'not_found', what: 'monitor' } })
  expect(await world.monitors.list(mine)).toEqual([one])
})

describe('who may', () => {
  const READS: Role = 'viewer'
  const CHANGES: Role = 'member'

  test.each(ROLES)('%s', async (role) => {
    const operator = await world.operator()
    const { id } = await made(operator)
    const actor = sessionOf(operator.accountId, role)
    const may = (least: Role) => ROLES.indexOf(role) >= ROLES.indexOf(least)
    const asked = async (least: Role, result: Promise<Result<unknown>>) =>
      expect(kindOf(await result)).toBe(may(least) ? 'granted' : 'missing_role')
    expect(await world.monitors.list(actor)).toHaveLength(may(READS) ? 1 : 0)
    await asked(READS, world.monitors.read(actor, id))
    await asked(READS, world.monitors.messages(actor, id, { limit: 1 }))
    await asked(READS, world.monitors.scores(actor, id, THEN))
    await asked(READS, world.monitors.alerts(actor, id))
    await asked(READS, world.monitors.records(actor, id))
    await asked(CHANGES, world.monitors.create(actor, wanted('Another')))
    await asked(CHANGES, world.monitors.change(actor, id, wanted('Renamed')))
    await asked(CHANGES, world.monitors.pause(actor, id))
    await asked(CHANGES, world.monitors.resume(actor, id))
    await asked(CHANGES, world.monitors.setBadge(actor, id, true))
    await asked(CHANGES, world.monitors.delete(actor, id))
  })

  test('no key does', async () => {
    const { accountId, ...operator } = await world.operator()
    const { id } = await made({ accountId, ...operator } as MonitorActor)
    const key: MonitorActor = {
      kind: 'key',
      accountId,
      scopes: ['tests:read', 'tests:write', 'domains:read'],
    }
    expect(await world.monitors.list(key)).toEqual([])
    expect(kindOf(await world.monitors.read(key, id))).toBe('unauthenticated')
    expect(kindOf(await world.monitors.create(key, wanted('x')))).toBe('unauthenticated')
    expect(kindOf(await world.monitors.delete(key, id))).toBe('unauthenticated')
  })

  test('people of one account change so much, and no more', async () => {
    const operator = await world.operator()
    const { id } = await made(operator)
    const actor = sessionOf(operator.accountId)
    const kinds = new Set<string>()
    for (let asked = 0; asked < 600; asked += 1) kinds.add(kindOf(await world.monitors.resume(actor, id)))
    expect([...kinds]).toEqual(['granted', 'rate_limited'])
    expect(kindOf(await world.monitors.resume(operator, id))).toBe('granted')
  })
})

describe('a plan', () => {
  test('bounds how many there are, and says so', async () => {
    const actor = await world.operator('two')
    const one = await made(actor, 'one')
    await made(actor, 'two')
    expect(reasonOf(await world.monitors.create(actor, wanted('three')))).toBe(
      'The plan "two" allows 2 monitors, and the account has as many. Delete one first.',
    )
    await world.monitors.delete(actor, one.id)
    expect(kindOf(await world.monitors.create(actor, wanted('three')))).toBe('granted')
    const poor = await world.operator('none')
    expect(reasonOf(await world.monitors.create(poor, wanted('one')))).toBe(
      'The plan "none" has no monitors.',
    )
  })

  test('without a limit allows a thousand', async () => {
    const actor = await world.operator()
    const many = Array.from({ length: 1000 }, (_, index) => made(actor, `monitor ${index}`))
    expect(await Promise.all(many)).toHaveLength(1000)
    const more = await world.monitors.create(actor, wanted('one more'))
    expect(more).toMatchObject({ refusal: { kind: 'limit_reached' } })
    expect(reasonOf(more)).toContain('1,000')
  })
})

test('a domain monitor is one of a verified domain', async () => {
  const actor = await world.operator()
  const [domain, waits] = [await world.domain(actor.accountId), await world.domain(actor.accountId, false)]
  const foreign = await world.domain((await world.operator()).accountId)
  const records = { mustPass: [], blocklists: false, records: true }
  const of = (domainId: string, expectations: MonitorView['expectations'] = records) =>
    world.monitors.create(
      actor,
      wanted(`of ${domainId}${crypto.randomUUID()}`.slice(0, 90), {
        subject: { kind: 'domain', domainId },
        expectations,
      }),
    )
  const one = granted(await of(domain.id))
  expect(one).toMatchObject({ subject: { kind: 'domain', domainId: domain.id, domain: domain.domain } })
  expect(one).not.toHaveProperty('address')
  expect(reasonOf(await of(domain.id))).toContain('A domain has one at most')
  for (const id of [waits.id, foreign.id, 'none'])
    expect(reasonOf(await of(id))).toContain('no verified domain')
  expect(reasonOf(await of(domain.id, { ...records, leastScore: 8 }))).toContain('has no messages')
  expect(reasonOf(await of(domain.id, { ...records, records: false }))).toContain(
    'watches records, blocklists',
  )
})

test('changes are kept and told once', async () => {
  const actor = await world.operator()
  const one = await made(actor, ' Nightly ')
  await made(actor, 'Other')
  const settings = {
    name: 'Daily',
    expectations: {
      interval: { everyMinutes: 1440, graceMinutes: 60 },
      leastScore: 8.5,
      mustPass: ['spf', 'dkim', 'spf'],
      blocklists: true,
      records: true,
    },
    windows: [{ kind: 'weekly', days: [7, 1, 7], at: '02:30', minutes: 60, zone: 'Europe/Berlin' } as const],
  }
  const changed = granted(await world.monitors.change(actor, one.id, settings))
  expect(changed).toMatchObject({
    name: 'Daily',
    expectations: { mustPass: ['dkim', 'spf'], leastScore: 8.5 },
    windows: [{ days: [1, 7] }],
    address: one.address,
  })
  expect(granted(await world.monitors.change(actor, one.id, settings))).toEqual(changed)
  expect(reasonOf(await world.monitors.change(actor, one.id, { ...settings, name: 'Other' }))).toContain(
    'a monitor of this name',
  )
  expect(await log(actor)).toEqual([
    { action: 'monitor.created', target: 'Nightly', mail: one.address },
    expect.objectContaining({ target: 'Other' }),
    {
      action: 'monitor.changed',
      target: 'Daily',
      from: 'Nightly',
      to: 'Daily',
      expectations: 'changed',
      windows: '1',
    },
  ])
})

test('a pause holds until then, or until it is resumed', async () => {
  const actor = await world.operator()
  const { id } = await made(actor)
  const until = new Date(THEN.getTime() + DAY)
  const paused = granted(await world.monitors.pause(actor, id, until))
  expect(paused).toMatchObject({ paused: { at: THEN, until }, standing: { state: 'paused', since: THEN } })
  world.clock.advance(1000)
  expect(granted(await world.monitors.pause(actor, id, until))).toEqual(paused)
  expect(granted(await world.monitors.pause(actor, id)).paused).toEqual({ at: THEN })
  expect(granted(await world.monitors.resume(actor, id))).not.toHaveProperty('paused')
  expect(granted(await world.monitors.resume(actor, id)).standing.state).toBe('waiting')
  for (const at of [THEN, new Date(THEN.getTime() + 401 * DAY), new Date(Number.NaN)])
    expect(kindOf(await world.monitors.pause(actor, id, at))).toBe('bad_request')
  granted(await world.monitors.pause(actor, id, until))
  world.clock.set(until)
  const over = granted(await world.monitors.read(actor, id))
  expect(over).not.toHaveProperty('paused')
  expect(over.standing.state).toBe('waiting')
  expect((await log(actor)).slice(1)).toEqual([
    { action: 'monitor.paused', target: 'Nightly', until: until.toISOString() },
    { action: 'monitor.paused', target: 'Nightly' },
    { action: 'monitor.resumed', target: 'Nightly' },
    { action: 'monitor.paused', target: 'Nightly', until: until.toISOString() },
  ])
})

test('a badge is off until it is turned on, and its token is nowhere in the log', async () => {
  const actor = await world.operator()
  const { id, ...one } = await made(actor)
  expect(one).not.toHaveProperty('badge')
  const first = granted(await world.monitors.setBadge(actor, id, true)).badge ?? ''
  expect(first).toMatch(/^[a-z2-7]{26}$/)
  const second = granted(await world.monitors.setBadge(actor, id, true)).badge ?? ''
  expect(second).not.toBe(first)
  expect(await world.store.monitors.byBadge(first)).toBeUndefined()
  expect(granted(await world.monitors.setBadge(actor, id, false))).not.toHaveProperty('badge')
  expect(granted(await world.monitors.setBadge(actor, id, false))).not.toHaveProperty('badge')
  const entries = await log(actor)
  expect(entries.slice(1)).toEqual(
    ['on', 'another address', 'off'].map((badge) => ({
      action: 'monitor.changed',
      target: 'Nightly',
      badge,
    })),
  )
  expect(JSON.stringify(entries)).not.toContain(first)
})

test('an open maintenance window is told', async () => {
  const actor = await world.operator()
  const until = new Date(THEN.getTime() + 1000)
  const windows = [{ kind: 'once', from: THEN, until } as const]
  const { id, inMaintenance } = await made(actor, 'x', { windows })
  expect(inMaintenance).toEqual({ until })
  world.clock.set(until)
  expect(granted(await world.monitors.read(actor, id))).not.toHaveProperty('inMaintenance')
})

test('messages come page by page', async () => {
  const actor = await world.operator()
  const { id } = await made(actor)
  const five = Array.from({ length: 5 }, () => monitorMessage(id, world.clock.now()))
  await world.store.monitors.accept(five)
  const ids = five.map((one) => one.id).toReversed()
  const first = granted(await world.monitors.messages(actor, id, { limit: 3 }))
  expect(first.items.map(({ messageId }) => messageId)).toEqual(ids.slice(0, 3))
  const rest = granted(await world.monitors.messages(actor, id, { limit: 3, after: first.next ?? '' }))
  expect(rest.items.map(({ messageId }) => messageId)).toEqual(ids.slice(3))
  expect(rest.next).toBeUndefined()
  const odd = granted(await world.monitors.messages(actor, id, { limit: 0, after: '<x>' }))
  expect(odd.items.map(({ messageId }) => messageId)).toEqual(ids.slice(0, 1))
})
