import { expect, test } from 'bun:test'
import { createLiveness } from '../../src/services/liveness.ts'

test('a writer that answers is alive, also when it says that nothing can be written', async () => {
  for (const answer of [Promise.resolve(), Promise.reject(new Error('disk full'))]) {
    let now = 0
    let asked = 0
    const liveness = createLiveness(
      {
        answers() {
          asked += 1
          return answer
        },
      },
      () => now,
    )
    for (let look = 1; look <= 3; look += 1) {
      expect(liveness.isAlive()).toBe(true)
      await answer.catch(() => undefined)
      await Promise.resolve()
      now += 60_000
      expect(asked).toBe(look)
    }
  }
})

test('one that owes an answer for half a minute is not, and is asked once; it is again when it answers', async () => {
  let now = 0
  let asked = 0
  const answer = Promise.withResolvers<void>()
  const liveness = createLiveness(
    {
      answers() {
        asked += 1
        return answer.promise
      },
    },
    () => now,
  )
  expect(liveness.isAlive()).toBe(true)
  now = 29_999
  expect(liveness.isAlive()).toBe(true)
  now = 30_000
  expect(liveness.isAlive()).toBe(false)
  expect(asked).toBe(1)
  answer.resolve()
  await answer.promise
  await Promise.resolve()
  expect(liveness.isAlive()).toBe(true)
})
