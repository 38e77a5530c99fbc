import { afterEach, describe, expect, test } from 'bun:test'
import type { Check } from '../../../../src/core/check.ts'
import type { Expectations, Monitor } from '../../../../src/core/watching/monitor.ts'
import { openRunningTime } from '../../../../src/services/monitors/watching/running-time.ts'
import {
  createMonitorWatching,
  type MonitorWatchingDeps,
} from '../../../../src/services/monitors/watching/watching.ts'
import { account, check, report } from '../../../support/builders.ts'
import { finish } from '../../../support/claiming.ts'
import { type TestClock, testClock } from '../../../support/clock.ts'
import { monitorMessage, NOTHING_EXPECTED, monitor as newMonitor } from '../../../support/monitors.ts'
import { entry } from '../../../support/people.ts'
import { type TestStore, testStore } from '../../../support/store.ts'
import { HOUR, inShort, MINUTE } from './scene.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const opened: TestStore[] = []
const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    ({ message }: Error) => message,
  )

afterEach(async () => {
  for (const one of opened.splice(0)) await one.done()
})

async function world() {
  const clock = testClock('2026-11-23T12:00:00.000Z')
  const test = await testStore({ clock })
  opened.push(test)
  const { store } = test
  const owner = account()
  await store.accounts.create(owner)
  return {
    store,
    clock,
    async monitor(
      expectations: Partial<Expectations> = {},
      changes: Partial<Monitor> = {},
    ): Promise<Monitor> {
      const made = newMonitor(owner.id, {
        expectations: { ...NOTHING_EXPECTED, ...expectations },
        createdAt: clock.now(),
        standing: { state: 'waiting', since: clock.now(), reasons: [] },
        ...changes,
      })
      const said = entry('monitor.created', { accountId: owner.id, at: clock.now() })
      expect(await store.monitors.add(made, 1_000, said)).toBe('added')
      return made
    },
    /** A message that comes; its id. */
    async arrive(monitor: Monitor): Promise<string> {
      const message = monitorMessage(monitor.id, clock.now())
      expect(await store.monitors.accept([message])).toBe('stored')
      return message.id
    },
    scored(id: string, score: number, checks: Check[] = []) {
      return finish(store, id, { status: 'scored', report: report({ score, checks }), evidence: {} })
    },
    async mail(monitor: Monitor, score: number, checks: Check[] = []): Promise<void> {
      expect(await this.scored(await this.arrive(monitor), score, checks)).toBe('finished')
    },
    told: async ({ id }: Monitor) =>
      (await store.monitors.told(id, 100)).toReversed().map(({ event }) => inShort(event)),
    is: async ({ id, accountId }: Monitor) => (await store.monitors.byId(accountId, id))?.standing.state,
    job: (start = '1', changes: Partial<MonitorWatchingDeps> = {}) => job(test, clock, start, changes),
  }
}

async function job(
  { store }: TestStore,
  clock: TestClock,
  start: string,
  changes: Partial<MonitorWatchingDeps>,
) {
  const running = await openRunningTime({
    times: store.watchedTime,
    monitors: store.monitors,
    clock,
    isTaking: async () => true,
  })
  const watching = createMonitorWatching({
    ...{ store, clock, running, log: quiet, gate: { isGated: async () => false } },
    holder: { host: 'local', start },
    ...changes,
  })
  return {
    ...watching,
    keep: running.keep,
    /** Time passes while the job runs twice a minute. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= MINUTE / 2) {
        clock.advance(Math.min(left, MINUTE / 2))
        await watching.run()
      }
    },
  }
}

describe('the watch over monitors', () => {
  test('tells of mail that is bad, and when it is good again, in the outbox', async () => {
    const at = await world()
    const monitor = await at.monitor({ leastScore: 8, mustPass: ['dkim'] })
    const watching = await at.job()
    await at.mail(monitor, 9, [check('dkim')])
    await watching.run()
    expect([await at.is(monitor), await at.told(monitor)]).toEqual(['ok', []])
    await at.mail(monitor, 5, [check('dkim', { status: 'failed', score: -4, summary: 'There is no key.' })])
    await watching.run()
    expect([await at.is(monitor), await at.told(monitor)]).toEqual([
      'alerting',
      ['alerting: check_failed dkim, score_low'],
    ])
    await at.mail(monitor, 9, [check('dkim')])
    await at.mail(monitor, 9, [check('dkim')])
    await watching.run()
    expect([await at.is(monitor), (await at.told(monitor)).at(-1)]).toEqual([
      'ok',
      'recovered: check_failed dkim, score_low',
    ])
    const events = await at.store.outbox.behind('somebody', 100)
    expect(events.map(({ type, accountId }) => [type, accountId])).toEqual([
      ['test.scored', monitor.accountId],
      ['test.scored', monitor.accountId],
      ['monitor.alert', monitor.accountId],
      ['test.scored', monitor.accountId],
      ['test.scored', monitor.accountId],
      ['monitor.recovered', monitor.accountId],
    ])
    expect(events[2]).toMatchObject({
      subject: monitor.id,
      payload: { reasons: [{ says: 'The check DKIM failed: There is no key.' }, {}] },
    })
  })

  test('reads each event once, though it was killed before it noted that', async () => {
    const at = await world()
    const monitor = await at.monitor({ leastScore: 8 })
    const advance = async () => Promise.reject(new Error('killed'))
    const killed = await at.job('1', { store: { ...at.store, outbox: { ...at.store.outbox, advance } } })
    await at.mail(monitor, 5)
    await at.mail(monitor, 9)
    expect(await failureOf(killed.run())).toBe('killed')
    await at.store.leases.releaseOf('local')
    await (await at.job('2')).run()
    expect([await at.is(monitor), await at.told(monitor)]).toEqual(['alerting', ['alerting: score_low']])
    await at.mail(monitor, 9)
    await (await at.job('2')).run()
    expect(await at.told(monitor)).toEqual(['alerting: score_low', 'recovered: score_low'])
  })

  test('is one process at a time', async () => {
    const at = await world()
    const monitor = await at.monitor({ leastScore: 8 })
    const first = await at.job('1')
    await at.mail(monitor, 9)
    expect(await first.run()).toBeGreaterThan(0)
    await at.mail(monitor, 5)
    expect(await (await at.job('2')).run()).toBe(0)
    expect(await first.run()).toBe(1)
  })

  test('goes on behind a monitor that cannot be judged', async () => {
    const at = await world()
    const [bad, good] = [await at.monitor({ leastScore: 8 }), await at.monitor({ leastScore: 8 })]
    const begin: typeof at.store.monitors.begin = async (id) => {
      if (id === bad.id) throw new Error('broken')
      return at.store.monitors.begin(id)
    }
    const watching = await at.job('1', { store: { ...at.store, monitors: { ...at.store.monitors, begin } } })
    await at.mail(bad, 5)
    await at.mail(good, 5)
    for (let turn = 0; turn < 4; turn += 1) expect(await failureOf(watching.run())).toBe('broken')
    await watching.run()
    expect(await at.told(good)).toEqual(['alerting: score_low'])
  })

  test('takes a look beside what it judges itself', async () => {
    const at = await world()
    const monitor = await at.monitor({ blocklists: true, leastScore: 8 })
    const watching = await at.job()
    const bad = [{ condition: 'listed', about: 'zen 192.0.2.1', says: 'It is listed.' }] as const
    await at.mail(monitor, 5)
    await Promise.all([
      watching.run(),
      ...Array.from({ length: 5 }, () => watching.looked(monitor.id, { kind: 'look', bad, unknown: [] })),
    ])
    expect((await at.told(monitor)).toSorted()).toHaveLength(2)
    expect(await watching.looked('mon_unknown', { kind: 'look', bad, unknown: [] })).toBe('unknown_monitor')
  })

  test('says nothing of checks that the plan withholds', async () => {
    const at = await world()
    const monitor = await at.monitor({ mustPass: ['dkim'] })
    const watching = await at.job('1', { gate: { isGated: async () => true } })
    await at.mail(monitor, 5, [check('dkim', { status: 'failed' })])
    await watching.run()
    expect([await at.is(monitor), await at.told(monitor)]).toEqual(['ok', []])
  })
})

describe('time', () => {
  const HOURLY = { interval: { everyMinutes: 60, graceMinutes: 15 } }

  test('makes a monitor silent, and a message ends it before it is analysed', async () => {
    const at = await world()
    const monitor = await at.monitor(HOURLY)
    const watching = await at.job()
    await at.mail(monitor, 9)
    await watching.run()
    await watching.pass(74 * MINUTE)
    expect(await at.is(monitor)).toBe('ok')
    await watching.pass(2 * MINUTE)
    expect([await at.is(monitor), await at.told(monitor)]).toEqual(['silent', ['silent: nothing_received']])
    await at.mail(monitor, 9)
    await watching.run()
    expect(await at.told(monitor)).toEqual(['silent: nothing_received', 'recovered: nothing_received'])
    await watching.pass(70 * MINUTE)
    const waiting = await at.arrive(monitor)
    await watching.pass(60 * MINUTE)
    expect(await at.is(monitor)).toBe('ok')
    await at.scored(waiting, 9)
    await watching.run()
    expect(await at.is(monitor)).toBe('ok')
  })

  test('while the service is off does not count, restart by restart', async () => {
    const at = await world()
    const monitor = await at.monitor(HOURLY)
    await at.mail(monitor, 9)
    for (let start = 1; start <= 10; start += 1) {
      const watching = await at.job(String(start))
      await watching.pass(7 * MINUTE)
      if (start % 2 === 0) await watching.keep()
      await at.store.leases.releaseOf('local')
      at.clock.advance(5 * HOUR)
    }
    expect([await at.is(monitor), await at.told(monitor)]).toEqual(['ok', []])
    const watching = await at.job('last')
    await watching.pass(20 * MINUTE)
    expect(await at.is(monitor)).toBe('silent')
  })

  test('is looked at when somebody changes the monitor', async () => {
    const at = await world()
    const monitor = await at.monitor(HOURLY)
    const watching = await at.job()
    await at.mail(monitor, 9)
    await watching.pass(MINUTE)
    const said = entry('monitor.paused', { accountId: monitor.accountId, at: at.clock.now() })
    const paused = { at: at.clock.now(), until: new Date(at.clock.now().getTime() + 10 * HOUR) }
    await at.store.monitors.change(monitor.accountId, monitor.id, { paused }, said)
    await watching.run()
    expect(await at.is(monitor)).toBe('paused')
    await watching.pass(10 * HOUR + MINUTE)
    expect([await at.is(monitor), await at.told(monitor)]).toEqual(['ok', []])
    await watching.pass(75 * MINUTE)
    expect(await at.told(monitor)).toEqual(['silent: nothing_received'])
  })

  test('that was ahead puts nothing off for days', async () => {
    const at = await world()
    const monitor = await at.monitor(HOURLY)
    const watching = await at.job()
    at.clock.advance(5 * 24 * HOUR)
    await at.mail(monitor, 9)
    await watching.run()
    at.clock.advance(-5 * 24 * HOUR)
    expect(await at.store.clockSetBack()).toBeGreaterThan(0)
    await watching.run()
    expect([await at.is(monitor), await at.told(monitor)]).toEqual(['ok', []])
    await watching.pass(76 * MINUTE)
    expect(await at.told(monitor)).toEqual(['silent: nothing_received'])
  })
})
