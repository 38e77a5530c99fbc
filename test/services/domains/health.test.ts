import { describe, expect, test } from 'bun:test'
import type { DomainDrawing, Looked, SignedBy } from '../../../src/core/domain-health.ts'
import { changesSince } from '../../../src/services/domains/health/changes.ts'
import { createDomainHealth } from '../../../src/services/domains/health/health.ts'
import { createDnsLooking } from '../../../src/services/domains/health/looking.ts'
import { inspectionSeats } from '../../../src/services/inspections/seats.ts'
import { check, DAY, later, THEN } from '../../support/builders.ts'
import { domainWorld } from './world.ts'

const HOUR = 3_600_000

/** The service over a real store, with inspections that answer as they are told. */
async function world({ size = 4 } = {}) {
  const base = await domainWorld()
  const asked: { name: string; signedBy: SignedBy | undefined }[] = []
  const log: string[] = []
  const answer: { next: Looked | { stopped: string } | Error; hold: Promise<unknown> | undefined } = {
    next: { checks: [], drawn: {} },
    hold: undefined,
  }
  const seats = inspectionSeats({
    size,
    async inspect({ name }, signedBy) {
      asked.push({ name, signedBy })
      await answer.hold
      if (answer.next instanceof Error) throw answer.next
      return answer.next
    },
  })
  const { store, clock } = base
  const looking = createDnsLooking({
    store,
    seats,
    clock,
    random: () => new Uint8Array(2),
    log: { info() {}, warn: (_, says) => log.push(says), error: (_, says) => log.push(says) },
    pause: 1,
  })
  const health = createDomainHealth({ store, looking, clock })
  const admin = await base.admin()
  const of = async (id: string) => {
    const found = await health.of(admin, id)
    if (!found.ok) throw new Error(found.refusal.kind)
    return found.value
  }
  return { ...base, asked, log, answer, seats, looking, health, adminActor: admin, of }
}

type World = Awaited<ReturnType<typeof world>>

async function verified(one: World, name: string) {
  const view = await one.added(one.adminActor, name)
  one.publish(view)
  return one.verify(one.adminActor, view)
}

const drawn = (policy: 'none' | 'reject'): DomainDrawing => ({ dmarc: { state: 'own', policy, reports: [] } })

describe('domains that are verified', () => {
  test('are looked at at once and then once a day', async () => {
    const one = await world()
    const { id } = await verified(one, 'example.org')
    await one.added(one.adminActor, 'unproved.example')
    await one.looking.run()
    expect(one.asked.map(({ name }) => name)).toEqual(['example.org'])
    expect(await one.of(id)).toMatchObject({ underWay: false, look: { checks: [] } })
    await one.looking.run()
    one.clock.advance(DAY - 1000)
    await one.looking.run()
    expect(one.asked).toHaveLength(1)
    one.clock.advance(2000)
    await one.looking.run()
    expect(one.asked).toHaveLength(2)
    await one.done()
  })

  test('what was found is told in numbers, and what changed is told', async () => {
    const one = await world()
    const { id } = await verified(one, 'example.org')
    one.answer.next = { checks: [check('spf', { status: 'failed' })], drawn: drawn('none') }
    await one.looking.run()
    one.clock.advance(DAY)
    one.answer.next = { checks: [check('spf')], drawn: drawn('reject') }
    await one.looking.run()
    const summary = (await one.health.summaries(one.adminActor)).get(id)
    expect(summary).toMatchObject({ problems: 0, unknown: 0 })
    expect((await one.of(id)).changes).toMatchObject([
      { what: 'DMARC policy', before: 'none', after: 'reject' },
    ])
    await one.done()
  })

  test('a look that does not come to its end is tried again in an hour, and tells nothing', async () => {
    const one = await world()
    const { id } = await verified(one, 'example.org')
    for (const next of [{ stopped: 'it took too long' }, new Error('its process went')]) {
      one.answer.next = next
      await one.looking.run()
      expect(await one.of(id)).toMatchObject({ underWay: false, changes: [] })
      expect((await one.of(id)).look).toBeUndefined()
      expect((await one.of(id)).failedAt).toEqual(one.clock.now())
      one.clock.advance(HOUR)
    }
    expect(one.log).toHaveLength(2)
    one.answer.next = { checks: [], drawn: {} }
    await one.looking.run()
    expect((await one.of(id)).look).toBeDefined()
    expect((await one.of(id)).failedAt).toBeUndefined()
    await one.done()
  })

  test('wait while all seats are taken, and take none from messages', async () => {
    const one = await world({ size: 2 })
    await verified(one, 'example.org')
    const { promise, resolve } = Promise.withResolvers<void>()
    one.answer.hold = promise
    const visitor = one.seats.inspect({ kind: 'domain', name: 'visitor.example' })
    expect(one.seats.isFree).toBe(false)
    const all = one.looking.run()
    await Bun.sleep(20)
    expect(one.asked.map(({ name }) => name)).toEqual(['visitor.example'])
    resolve()
    await Promise.all([visitor, all])
    expect(one.asked.map(({ name }) => name)).toEqual(['visitor.example', 'example.org'])
    await one.done()
  })

  test('a stop in the middle keeps nothing, and the next start takes it up', async () => {
    const one = await world()
    const { id } = await verified(one, 'example.org')
    const { promise, resolve } = Promise.withResolvers<void>()
    one.answer.hold = promise
    const all = one.looking.run()
    await Bun.sleep(5)
    one.looking.stop()
    resolve()
    await all
    expect(await one.of(id)).toMatchObject({ underWay: true })
    const { store, clock, seats } = one
    const log = { info() {}, warn() {}, error() {} }
    await createDnsLooking({ store, clock, seats, log, random: () => new Uint8Array(2) }).run()
    expect((await one.of(id)).look).toBeDefined()
    await one.done()
  })
})

describe('on request', () => {
  test('an unverified domain is looked at once', async () => {
    const one = await world()
    const { id } = await one.added(one.adminActor, 'unproved.example')
    const { promise, resolve } = Promise.withResolvers<void>()
    one.answer.hold = promise
    expect((await one.health.look(one.adminActor, id)).ok).toBe(true)
    expect(await one.of(id)).toMatchObject({ underWay: true })
    expect(await one.health.look(one.adminActor, id)).toMatchObject({ refusal: { kind: 'under_way' } })
    resolve()
    await one.looking.run()
    const view = await one.of(id)
    expect([view.underWay, view.look !== undefined, view.nextAt]).toEqual([false, true, undefined])
    one.clock.advance(3 * DAY)
    await one.looking.run()
    expect(one.asked).toHaveLength(1)
    await one.done()
  })

  test('so many in an hour are enough for an account', async () => {
    const one = await world()
    const { id } = await one.added(one.adminActor, 'unproved.example')
    const outcomes: string[] = []
    for (let at = 0; at < 12; at += 1) {
      const outcome = await one.health.look(one.adminActor, id)
      outcomes.push(outcome.ok ? 'begun' : outcome.refusal.kind)
      await one.looking.run()
    }
    expect(outcomes.filter((kind) => kind === 'begun')).toHaveLength(10)
    expect(outcomes.at(-1)).toBe('rate_limited')
    const other = await one.admin()
    const theirs = await one.added(other, 'theirs.example')
    expect((await one.health.look(other, theirs.id)).ok).toBe(true)
    await one.looking.run()
    await one.done()
  })

  test('nobody reads or asks beyond their account and role', async () => {
    const one = await world()
    const { id } = await verified(one, 'example.org')
    await one.looking.run()
    const other = await one.admin()
    const viewer = { ...one.adminActor, role: 'viewer' } as const
    expect(await one.health.of(other, id)).toMatchObject({ refusal: { kind: 'not_found' } })
    expect(await one.health.look(other, id)).toMatchObject({ refusal: { kind: 'not_found' } })
    expect((await one.health.summaries(other)).size).toBe(0)
    expect((await one.health.of(viewer, id)).ok).toBe(true)
    expect(await one.health.look(viewer, id)).toMatchObject({ refusal: { kind: 'missing_role' } })
    await one.done()
  })
})

describe('what changed', () => {
  const look = (drawing: DomainDrawing, at = THEN) => ({ at, checks: [], drawn: drawing })

  test('what either look could not find out has not changed', () => {
    const failed: DomainDrawing = { dmarc: { state: 'failed', reports: [] } }
    const nothing: DomainDrawing = {}
    for (const [before, after] of [
      [failed, drawn('reject')],
      [drawn('reject'), failed],
      [nothing, drawn('reject')],
      [drawn('reject'), nothing],
      [drawn('reject'), drawn('reject')],
    ] as const)
      expect(changesSince(look(before), [], look(after))).toEqual([])
    expect(changesSince(undefined, [], look(drawn('reject')))).toEqual([])
  })

  test('a record that comes or goes has', () => {
    const none: DomainDrawing = { dmarc: { state: 'none', reports: [] } }
    expect(changesSince(look(none), [], look(drawn('reject'), later(DAY)))).toEqual([
      { what: 'DMARC policy', before: 'none', after: 'reject', at: later(DAY) },
    ])
  })

  test('twenty of 90 days are kept', () => {
    const kept = Array.from({ length: 30 }, (_, at) => ({
      what: `thing ${at}`,
      before: 'a',
      after: 'b',
      at: later(-at * 5 * DAY),
    }))
    const all = changesSince(look(drawn('none')), kept, look(drawn('reject'), later(1)))
    expect(all).toHaveLength(19)
    expect(all[0]?.what).toBe('DMARC policy')
    expect(changesSince(undefined, [...kept, ...kept], look({}, THEN)).length).toBeLessThanOrEqual(20)
  })
})
