import { expect, test } from 'bun:test'
import { openRunningTime } from '../../../../src/services/monitors/watching/running-time.ts'
import { testStore } from '../../../support/store.ts'

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
