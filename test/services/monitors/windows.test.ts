import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type MaintenanceWindow, MOST_WINDOWS } from '../../../src/core/watching/monitor.ts'
import { later } from '../../support/builders.ts'
import { monitorWorld, wanted } from './world.ts'

const HOUR = 3_600_000
let world: Awaited<ReturnType<typeof monitorWorld>>
beforeEach(async () => {
  world = await monitorWorld()
})
afterEach(() => world.done())

const once = (hour: number): MaintenanceWindow => ({
  kind: 'once',
  from: later(hour * HOUR),
  until: later((hour + 1) * HOUR),
})

const startOf = (window: MaintenanceWindow) => (window.kind === 'once' ? window.from.getTime() : 0)

async function made() {
  const actor = await world.operator()
  const created = await world.monitors.create(actor, wanted('Nightly'))
  if (!created.ok) throw new Error('not made')
  const { id } = created.value
  return {
    actor,
    id,
    add: (window: MaintenanceWindow) => world.monitors.addWindow(actor, id, window),
    windows: async () => (await world.store.monitors.byId(actor.accountId, id))?.windows,
  }
}

test('of people who add and remove windows at the same time none loses another one', async () => {
  const { actor, id, add, windows } = await made()
  await add(once(1))
  const done = await Promise.all([
    add(once(2)),
    add(once(3)),
    world.monitors.removeWindow(actor, id, once(1)),
    add(once(4)),
    add(once(2)),
  ])
  expect(done.map(({ ok }) => ok)).toEqual(Array(5).fill(true))
  expect((await windows())?.map(startOf).toSorted()).toEqual([2, 3, 4].map((hour) => startOf(once(hour))))
})

test('one window more than may be is refused, also of two at the same time', async () => {
  const { add, windows } = await made()
  for (let hour = 1; hour < MOST_WINDOWS; hour += 1) await add(once(hour))
  const done = await Promise.all([add(once(30)), add(once(31))])
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await windows()).toHaveLength(MOST_WINDOWS)
})

test('new settings that name no windows leave those alone that somebody adds meanwhile', async () => {
  const { actor, id, add, windows } = await made()
  const { windows: _, subject: __, ...settings } = wanted('Renamed')
  await Promise.all([
    world.monitors.change(actor, id, settings),
    add(once(1)),
    world.monitors.change(actor, id, { ...settings, name: 'Again' }),
    add(once(2)),
  ])
  expect(await windows()).toHaveLength(2)
})
