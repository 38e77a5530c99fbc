import { testClock } from '../support/clock.ts'
import { testStore } from '../support/store.ts'
import { describeStore } from './contract.ts'

describeStore('sqlite', async () => {
  const clock = testClock()
  const opened = await testStore({ clock })
  return { ...opened, now: () => clock.now(), pass: async (milliseconds) => clock.advance(milliseconds) }
})
