import { afterEach, beforeEach, expect, test } from 'bun:test'
import { OBSTACLE_WORDS, type Obstacle } from '../../../src/services/readiness.ts'
import { createSpaceLines } from '../../../src/services/space-lines.ts'
import { testClock } from '../../support/clock.ts'
import { recordingLog } from '../../support/world.ts'

let clock: ReturnType<typeof testClock>
let log: ReturnType<typeof recordingLog>
let looks: (() => void)[]
beforeEach(() => {
  clock = testClock()
  log = recordingLog()
  looks = []
})
afterEach(() => expect(log.lines.length).toBeLessThan(20))

function lines(lastingMs?: number) {
  const lookAgain = () => looks.shift()?.()
  const made = createSpaceLines({
    log,
    clock,
    words: OBSTACLE_WORDS,
    lookAgain,
    ...(lastingMs !== undefined && { lastingMs }),
  })
  return (obstacle?: Obstacle) =>
    made.see({ ...(obstacle && { obstacle }), figures: { free: 1, minFree: 2 } })
}

const said = () => log.lines.map(({ level, facts }) => `${level} ${facts['obstacle'] ?? facts['was']}`)

test('says once that no mail is taken and once that it is, with figures and for how long', () => {
  const see = lines()
  see()
  for (let i = 0; i < 3; i++) {
    see('disk_full')
    clock.advance(30_000)
  }
  see()
  see()
  expect(log.lines).toEqual([
    {
      level: 'error',
      facts: { obstacle: 'disk_full', free: 1, minFree: 2 },
      sentence: OBSTACLE_WORDS.disk_full,
    },
    {
      level: 'info',
      facts: { was: 'disk_full', forSeconds: 90, free: 1, minFree: 2 },
      sentence: 'Mail is taken again',
    },
  ])
})

test('what goes back and forth is not told each time, and the last word is right once it lasts', () => {
  const see = lines()
  for (let i = 0; i < 500; i++) {
    see('store_full')
    clock.advance(500)
    see()
    clock.advance(500)
  }
  expect(said()).toHaveLength(6)
  see('store_full')
  expect(said()).toHaveLength(6)
  clock.advance(60_000)
  see('store_full')
  expect(said().slice(6)).toEqual(['error store_full'])
  expect(log.lines.at(-1)?.facts['changes']).toBeGreaterThan(900)
  clock.advance(60_000)
  see()
  clock.advance(10 * 60_000)
  see()
  expect(said().at(-1)).toBe('info store_full')
})

test('nobody has to bring mail for the last word: it looks again by itself', async () => {
  const see = lines(5)
  for (let i = 0; i < 4; i++) {
    see('disk_full')
    see()
  }
  const looked = Promise.withResolvers<void>()
  looks.push(() => {
    clock.advance(5)
    see('disk_full')
    looked.resolve()
  })
  see('disk_full')
  expect(said()).toHaveLength(6)
  await looked.promise
  expect(said()).toHaveLength(7)
})

test('a file that is gone is told although nothing was taken before', () => {
  const see = lines()
  see('disk_full')
  see('store_full')
  see('database_gone')
  see('database_gone')
  expect(said()).toEqual(['error disk_full', 'error database_gone'])
})
