import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AnonymousHeld } from '../../src/core/space.ts'
import {
  createReadiness,
  OBSTACLE_WORDS,
  refusalFor,
  type SpaceBounds,
} from '../../src/services/readiness.ts'
import type { Store, StoreTrouble } from '../../src/store/store.ts'
import { testClock } from '../support/clock.ts'
import { recordingLog } from '../support/world.ts'

const MB = 1024 * 1024

let clock: ReturnType<typeof testClock>
let log: ReturnType<typeof recordingLog>
let free: number | Error
let held: number | Error
let anonymous: AnonymousHeld
let trouble: StoreTrouble | undefined
let looks: number
beforeEach(() => {
  clock = testClock()
  log = recordingLog()
  free = 100 * MB
  held = 0
  anonymous = { all: 0, client: 0 }
  trouble = undefined
  looks = 0
})
afterEach(() => expect(log.lines.map(({ facts }) => JSON.stringify(facts)).join()).not.toContain('/'))

async function given<T>(value: T | Error): Promise<T> {
  if (value instanceof Error) throw value
  return value
}

function readiness(bounds: Partial<SpaceBounds> = {}) {
  return createReadiness({
    store: {
      bytes: () => given(held),
      trouble: async () => trouble,
      mailTests: { anonymousHeld: async () => anonymous } as unknown as Store['mailTests'],
    },
    space: {
      free: () => {
        looks += 1
        return given(free)
      },
    },
    bounds: { minFree: 10 * MB, least: MB, ...bounds },
    clock,
    log,
  })
}

const nextLook = () => clock.advance(1000)
const said = () => log.lines.map(({ level, sentence }) => `${level} ${sentence}`)

describe('no mail can be taken', () => {
  test.each([
    [
      'disk_full',
      () => {
        free = 10 * MB
      },
      'out_of_space',
    ],
    [
      'disk_full',
      () => {
        free = 11 * MB - 1
      },
      'out_of_space',
    ],
    [
      'store_full',
      () => {
        held = 50 * MB
      },
      'out_of_space',
    ],
    [
      'disk_unwritable',
      () => {
        trouble = 'unwritable'
      },
      'out_of_space',
    ],
    [
      'database_gone',
      () => {
        trouble = 'gone'
      },
      'mail_not_taken',
    ],
    [
      'disk_unknown',
      () => {
        free = new Error('no such device')
      },
      'mail_not_taken',
    ],
    [
      'database_unreadable',
      () => {
        held = new Error('malformed')
      },
      'mail_not_taken',
    ],
  ] as const)('%s: it is said once, when it begins and when it ends', async (obstacle, begin, kind) => {
    const state = readiness({ storeBytes: 50 * MB })
    expect(await state.obstacle()).toBeUndefined()
    expect(await state.hasRoom(MB)).toBe(true)
    begin()
    nextLook()
    for (let i = 0; i < 3; i += 1) {
      expect(await state.obstacle()).toBe(obstacle)
      expect(await state.hasRoom(0)).toBe(false)
      expect(await state.take(1)).toBe(false)
      nextLook()
    }
    expect(refusalFor(obstacle)).toEqual({ kind })
    free = 100 * MB
    held = 0
    trouble = undefined
    expect(await state.obstacle()).toBeUndefined()
    nextLook()
    expect(await state.hasRoom(MB)).toBe(true)
    expect(said()).toEqual([`error ${OBSTACLE_WORDS[obstacle]}`, 'info Mail is taken again'])
  })

  test('what has only just become enough is not enough: it would be over with the next message', async () => {
    const state = readiness()
    free = 10 * MB
    expect(await state.obstacle()).toBe('disk_full')
    free = 12 * MB - 1
    nextLook()
    expect(await state.obstacle()).toBe('disk_full')
    free = 12 * MB
    nextLook()
    expect(await state.obstacle()).toBeUndefined()
    free = 11 * MB
    nextLook()
    expect(await state.obstacle()).toBeUndefined()
  })

  test('one reason after another is one state, but for a file that is gone', async () => {
    const state = readiness({ storeBytes: 50 * MB })
    for (const change of [
      () => {
        free = 0
      },
      () => {
        free = 100 * MB
        held = 50 * MB
      },
      () => {
        trouble = 'gone'
      },
    ]) {
      change()
      await state.obstacle()
      nextLook()
    }
    expect(said()).toEqual([`error ${OBSTACLE_WORDS.disk_full}`, `error ${OBSTACLE_WORDS.database_gone}`])
  })

  test('whoever listens is told of each change once, until they no longer listen', async () => {
    const state = readiness()
    let heard = 0
    const stop = state.listen(() => {
      heard += 1
    })
    await state.obstacle()
    free = 0
    for (let i = 0; i < 2; i += 1) {
      nextLook()
      await state.obstacle()
    }
    expect(heard).toBe(1)
    stop()
    free = 100 * MB
    nextLook()
    await state.obstacle()
    expect(heard).toBe(1)
  })
})

test('the disk is looked at once a second, and what was taken since counts', async () => {
  const state = readiness({ minFree: 98 * MB })
  expect(await state.take(1.5 * MB)).toBe(true)
  expect(await state.hasRoom(0.6 * MB)).toBe(false)
  expect(await state.hasRoom(0.5 * MB)).toBe(true)
  expect(looks).toBe(1)
  nextLook()
  expect(await state.hasRoom(1.5 * MB)).toBe(true)
  expect(looks).toBe(2)
})

test('the share of tests without an account is a state of its own', async () => {
  const state = readiness({ anonymous: { bytes: 32 * MB, bytesPerClient: 32 * MB } })
  anonymous = { all: 31 * MB, client: 0 }
  expect(await state.anonymousFull()).toBe(false)
  anonymous = { all: 31 * MB + 1, client: 0 }
  nextLook()
  expect(await state.anonymousFull()).toBe(true)
  expect(await state.obstacle()).toBeUndefined()
  expect(await state.hasRoom(MB)).toBe(true)
  anonymous = { all: 30 * MB + 1, client: 0 }
  nextLook()
  expect(await state.anonymousFull()).toBe(true)
  anonymous = { all: 30 * MB, client: 0 }
  nextLook()
  expect(await state.anonymousFull()).toBe(false)
  expect(said()).toEqual([
    'warn No mail to tests without an account can be taken: they hold anonymous.max_bytes',
    'info Mail to tests without an account is taken again',
  ])
})

describe('whoever asks whether the service is ready', () => {
  test('is told every reason, and that there is none', async () => {
    const state = readiness()
    let gone = false
    state.include(() => (gone ? 'smtp_gone' : undefined))
    expect(await state.reasons()).toEqual([])
    free = 0
    gone = true
    nextLook()
    expect(await state.reasons()).toEqual(['smtp_gone', 'disk_full'])
    free = 100 * MB
    gone = false
    nextLook()
    expect(await state.reasons()).toEqual([])
  })

  test('is sent elsewhere while the service stops, whose mail under way is still taken', async () => {
    const state = readiness()
    state.drain()
    expect(await state.reasons()).toEqual(['draining'])
    expect(await state.take(1)).toBe(true)
    expect(await state.obstacle()).toBeUndefined()
  })

  test('waits for a disk that hangs no longer than it must, and asks it once', async () => {
    const answer = Promise.withResolvers<void>()
    const state = createReadiness({
      store: {
        bytes: async () => 0,
        trouble: async () => trouble,
        mailTests: { anonymousHeld: async () => anonymous } as unknown as Store['mailTests'],
      },
      space: {
        async free() {
          looks += 1
          await answer.promise
          return 100 * MB
        },
      },
      bounds: { minFree: 10 * MB, least: MB },
      clock,
      log,
      patienceMs: 5,
    })
    for (let i = 0; i < 3; i += 1) {
      expect(await state.reasons()).toEqual(['no_answer'])
      nextLook()
    }
    expect(looks).toBe(1)
    answer.resolve()
    await state.obstacle()
    expect(await state.reasons()).toEqual([])
  })

  test('reads sentences that say what to do, without a path', () => {
    for (const words of Object.values(OBSTACLE_WORDS)) {
      expect(words).toMatch(/^[A-Z][^/]{30,}\.$/)
    }
  })
})
