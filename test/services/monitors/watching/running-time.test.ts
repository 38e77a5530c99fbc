import { expect, test } from 'bun:test'
import { COUNTS_FOR_MS, openRunningTime } from '../../../../src/services/monitors/watching/running-time.ts'
import { testClock } from '../../../support/clock.ts'
import { monitor } from '../../../support/monitors.ts'
import { testStore } from '../../../support/store.ts'
import { MINUTE } from './scene.ts'

const SECOND = 1000

/** A service whose steady clock and system clock go by themselves. */
async function service(kept = 0, monitors = [monitor('acc')]) {
  const system = testClock()
  let ticks = 0
  const state = { kept, writes: 0, isTaking: true, counts: true, monitors }
  const time = await openRunningTime({
    times: {
      read: async () => state.kept,
      async advance(milliseconds) {
        state.kept += milliseconds
        state.writes += 1
        return state.kept
      },
    },
    monitors: { all: async () => state.monitors },
    clock: { now: system.now, ticks: () => ticks },
    isTaking: async () => state.isTaking,
    counts: async () => state.counts,
  })
  return {
    time,
    state,
    system,
    /** So long without a tick. */
    gap: (ms: number) => {
      ticks += ms
    },
    async run(ms: number) {
      for (let passed = 0; passed <= ms; passed += 2 * SECOND) {
        await time.tick()
        if (passed < ms) ticks += 2 * SECOND
      }
    },
  }
}

test('goes on from what was kept, and is kept once a minute', async () => {
  const { time, state, run } = await service(5 * MINUTE)
  await run(10 * MINUTE)
  expect([time.now(), state.kept, state.writes]).toEqual([15 * MINUTE, 15 * MINUTE, 10])
  await run(MINUTE / 2)
  expect(state.writes).toBe(10)
  await time.keep()
  expect([state.kept, state.writes]).toEqual([15.5 * MINUTE, 11])
})

test('does not go on while mail cannot be taken', async () => {
  const { time, state, run } = await service()
  await run(MINUTE)
  state.isTaking = false
  await run(60 * MINUTE)
  state.isTaking = true
  await run(MINUTE)
  expect(time.now()).toBe(2 * MINUTE)
})

test('counts a minute at most of what it did not see', async () => {
  const { time, gap, run } = await service()
  await run(MINUTE)
  gap(8 * 60 * MINUTE)
  await run(MINUTE)
  expect(time.now()).toBe(3 * MINUTE)
})

test('knows nothing of the clock', async () => {
  const { time, system, run } = await service()
  await run(MINUTE)
  system.advance(90 * 24 * 60 * MINUTE)
  await run(MINUTE)
  system.set('2020-01-01T00:00:00Z')
  await run(MINUTE)
  expect(time.now()).toBe(3 * MINUTE)
})

test('is not written where nothing is watched', async () => {
  const { state, run } = await service(0, [])
  await run(60 * MINUTE)
  expect(state.writes).toBe(0)
})

test('what passed while nothing was watched is kept once something is', async () => {
  const { time, state, run } = await service(0, [])
  await run(60 * MINUTE)
  state.monitors = [monitor('acc')]
  await run(MINUTE)
  expect([time.now(), state.kept]).toEqual([61 * MINUTE, 61 * MINUTE])
})

test('of a host that does not count nothing is added, and it goes by what the other added', async () => {
  const { time, state, run } = await service()
  state.counts = false
  await run(10 * MINUTE)
  expect([state.kept, state.writes]).toEqual([0, 0])
  expect(time.now()).toBe(10 * MINUTE)
  state.kept = 30 * MINUTE
  await run(MINUTE)
  expect(time.now()).toBe(30 * MINUTE)
  await time.keep()
  expect(state.writes).toBe(0)
  state.counts = true
  await run(MINUTE)
  expect([time.now(), state.kept, state.writes]).toEqual([31 * MINUTE, 31 * MINUTE, 1])
})

test('two hosts over one store count the time in which one of them runs once', async () => {
  const { store, done } = await testStore()
  let ticks = 0
  const open = (start: string) =>
    openRunningTime({
      times: store.watchedTime,
      monitors: { all: async () => [monitor('acc')] },
      clock: { now: () => new Date(0), ticks: () => ticks },
      isTaking: async () => true,
      counts: () => store.leases.take('watched-time', start, COUNTS_FOR_MS),
    })
  const hosts = await Promise.all([open('a/1'), open('b/1')])
  for (let passed = 0; passed <= 10 * MINUTE; passed += 30 * SECOND) {
    for (const host of hosts) await host.tick()
    ticks += 30 * SECOND
  }
  expect(await store.watchedTime.read()).toBe(10 * MINUTE)
  expect(hosts.map((host) => host.now())).toEqual([10 * MINUTE, 10 * MINUTE])
  await done()
})

test('time is kept through restarts, also by a clock that counts parts of milliseconds', async () => {
  const { store, done } = await testStore()
  let ticks = 1000.25
  const open = () =>
    openRunningTime({
      times: store.watchedTime,
      monitors: store.monitors,
      clock: { now: () => new Date(0), ticks: () => ticks },
      isTaking: async () => true,
    })
  const running = await open()
  await running.tick()
  for (let n = 0; n < 3; n += 1) {
    ticks += 30_000.3
    await running.tick()
  }
  await running.keep()
  expect((await open()).now()).toBe(Math.floor(running.now()))
  expect(running.now()).toBeGreaterThan(90_000)
  await done()
})
