import { expect, test } from 'bun:test'
import { createLooked } from '../../../src/services/answers/looked.ts'

function scene() {
  const clock = { at: 0, now: () => new Date(clock.at), ticks: () => clock.at }
  const looked = createLooked(clock)
  const done: string[] = []
  const saw = (key: string, accountId = 'acc') =>
    looked.saw(key, accountId, async () => {
      done.push(key)
    })
  const prepared = async (isOver = () => false) => {
    done.length = 0
    await looked.prepare(isOver)
    return [...done]
  }
  return { clock, looked, saw, prepared, done }
}

test('what was looked at within the hour is worked out again, the last first and once', async () => {
  const { clock, saw, prepared } = scene()
  saw('a')
  saw('b')
  clock.at += 3_000_000
  saw('c')
  saw('a')
  expect(await prepared()).toEqual(['a', 'c', 'b'])
  clock.at += 1_000_000
  expect(await prepared()).toEqual(['a', 'c'])
  expect(await prepared()).toEqual(['a', 'c'])
})

test('of an account so much, and of all', async () => {
  const { saw, prepared } = scene()
  saw('other', 'another')
  for (let at = 0; at < 30; at += 1) saw(`own ${at}`)
  const own = Array.from({ length: 20 }, (_, at) => `own ${29 - at}`)
  expect(await prepared()).toEqual([...own, 'other'])
  for (let at = 0; at < 100; at += 1) saw(`many ${at}`, `acc ${at}`)
  expect(await prepared()).toHaveLength(100)
})

test('what fails keeps nothing else, and the end of the service is no long wait', async () => {
  const { looked, saw, prepared, done } = scene()
  saw('a')
  looked.saw('failing', 'acc', () => Promise.reject(new Error('too long')))
  expect(await prepared()).toEqual(['a'])
  expect(await prepared(() => true)).toEqual([])
  let isOver = false
  looked.saw('slow', 'acc', async () => {
    await Bun.sleep(20)
    isOver = true
  })
  const began = done.length
  await looked.prepare(() => isOver)
  expect(done).toHaveLength(began)
})
