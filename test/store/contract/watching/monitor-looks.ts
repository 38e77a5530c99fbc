import { expect, test } from 'bun:test'
import type { WatchingEvent } from '../../../../src/core/watching/events.ts'
import type { Monitor } from '../../../../src/core/watching/monitor.ts'
import { MOST_TOLD_ALERTS, type SettledMonitor } from '../../../../src/store/watching/monitors.ts'
import { account, later } from '../../../support/builders.ts'
import { monitor } from '../../../support/monitors.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

export function monitorLookContract(store: TheStore): void {
  const monitors = () => store().monitors

  async function added() {
    const owner = account()
    await store().accounts.create(owner)
    const one = monitor(owner.id)
    await monitors().add(one, 10, said('monitor.created'))
    return one
  }

  const look = (changes: Partial<SettledMonitor> = {}): SettledMonitor => ({
    standing: { state: 'ok', since: later(1), reasons: [], score: 9 },
    state: '{"v":1}',
    at: later(1),
    ...changes,
  })

  const alert = ({ id, name }: Monitor, says = 'late'): WatchingEvent => ({
    type: 'monitor.alert',
    subject: id,
    payload: {
      monitor: id,
      name,
      kind: 'mail',
      state: 'silent',
      reasons: [{ condition: 'nothing_received', says, since: later(1).toISOString() }],
    },
  })

  const isDue = async ({ id }: Monitor, at: Date) => (await monitors().due(at, 10_000)).includes(id)
  const change = ({ accountId, id }: Monitor) =>
    monitors().change(accountId, id, { paused: null }, said('monitor.changed', { at: later(100) }))

  test('a new one is due, and after a look when the look says so', async () => {
    const one = await added()
    expect(await isDue(one, later(-1))).toBe(false)
    expect(await isDue(one, later(0))).toBe(true)
    expect(await monitors().begin(one.id)).toStrictEqual({ monitor: one })
    const settled = look({ dueAt: later(50) })
    expect(await monitors().settle(one.id, 0, settled, [])).toBe('settled')
    expect(await isDue(one, later(49))).toBe(false)
    expect(await isDue(one, later(50))).toBe(true)
    expect(await monitors().begin(one.id)).toStrictEqual({
      monitor: { ...one, standing: settled.standing },
      kept: { version: 1, state: '{"v":1}' },
    })
    expect(await monitors().settle(one.id, 1, look(), [])).toBe('settled')
    expect(await isDue(one, later(1e12))).toBe(false)
    expect(await monitors().begin('mon_none')).toBeUndefined()
  })

  test('due ones come in their order', async () => {
    const some = [await added(), await added(), await added()]
    const [late, soon, next] = some as [Monitor, Monitor, Monitor]
    for (const [one, at] of [
      [late, 3],
      [soon, 1],
      [next, 2],
    ] as const)
      await monitors().settle(one.id, 0, look({ dueAt: later(at) }), [])
    const own = (ids: string[]) => ids.filter((id) => some.some((one) => one.id === id))
    expect(own(await monitors().due(later(3), 10_000))).toEqual([soon.id, next.id, late.id])
    expect(await monitors().due(later(3), 1)).toHaveLength(1)
  })

  test('of two looks one counts', async () => {
    const one = await added()
    expect(await monitors().settle(one.id, 0, look(), [alert(one)])).toBe('settled')
    expect(await monitors().settle(one.id, 0, look(), [alert(one)])).toBe('outdated')
    expect(await monitors().told(one.id, 10)).toHaveLength(1)
    expect(await monitors().settle('mon_none', 0, look(), [])).toBe('unknown_monitor')
  })

  test('what is changed while it is looked at is looked at once more', async () => {
    const one = await added()
    await change(one)
    expect(await isDue(one, later(100))).toBe(true)
    await monitors().settle(one.id, 0, look({ at: later(101), dueAt: later(500) }), [])
    expect(await isDue(one, later(101))).toBe(true)
    await monitors().settle(one.id, 1, look({ at: later(102), dueAt: later(500) }), [])
    expect(await isDue(one, later(499))).toBe(false)
    expect(await isDue(one, later(500))).toBe(true)
  })

  test('events are told, and kept with the monitor up to a bound', async () => {
    const one = await added()
    const events = Array.from({ length: MOST_TOLD_ALERTS + 5 }, (_, index) => alert(one, `late ${index}`))
    await monitors().settle(one.id, 0, look(), events)
    const told = await monitors().told(one.id, 1000)
    expect(told).toHaveLength(MOST_TOLD_ALERTS)
    expect(told[0]).toStrictEqual({ at: later(1), event: alert(one, `late ${MOST_TOLD_ALERTS + 4}`) })
    expect(await monitors().told(one.id, 2)).toStrictEqual(told.slice(0, 2))
    const written = (await store().outbox.behind('a test of monitors', 100_000)).filter(
      ({ subject }) => subject === one.id,
    )
    expect(written).toHaveLength(events.length)
    expect(written[0]).toMatchObject({ ...alert(one, 'late 0'), accountId: one.accountId, at: later(1) })
    await monitors().delete(one.accountId, one.id, said('monitor.deleted'))
    expect(await monitors().told(one.id, 10)).toEqual([])
  })
}
