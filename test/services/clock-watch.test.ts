import { expect, test } from 'bun:test'
import { createClockWatch } from '../../src/services/clock-watch.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365 * DAY

function watched() {
  const at = { wall: Date.UTC(2026, 10, 23), ticks: 1000 }
  const said: string[] = []
  let broughtBack = 0
  const log = { info() {}, debug() {}, warn: (_: unknown, says: string) => said.push(says), error() {} }
  const watch = createClockWatch({
    clock: { now: () => new Date(at.wall), ticks: () => at.ticks },
    log: log as never,
    setBack: async () => {
      broughtBack += 1
    },
  })
  const pass = (ms: number, set = 0) => {
    at.ticks += ms
    at.wall += ms + set
    watch.look()
  }
  return { watch, pass, said, broughtBack: () => broughtBack }
}

test('time that passes, and small corrections, are nothing to speak of', () => {
  const { watch, pass, said } = watched()
  pass(YEAR)
  pass(1000, 20_000)
  pass(1000, -20_000)
  expect(watch.mayDelete()).toBe(true)
  expect(said).toEqual([])
})

test('a year ahead deletes nothing for an hour, and nothing at all once it is set right', () => {
  const { watch, pass, said, broughtBack } = watched()
  pass(1000, YEAR)
  expect(watch.mayDelete()).toBe(false)
  expect(said).toHaveLength(1)
  pass(HOUR / 2, -YEAR)
  expect(watch.mayDelete()).toBe(true)
  expect(broughtBack()).toBe(1)
  expect(said).toHaveLength(2)
})

test('after an hour a clock ahead is believed', () => {
  const { watch, pass } = watched()
  pass(1000, 2 * DAY)
  pass(HOUR - 1)
  expect(watch.mayDelete()).toBe(false)
  pass(1)
  expect(watch.mayDelete()).toBe(true)
})
