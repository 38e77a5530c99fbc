import { expect, test } from 'bun:test'
import { createReadiness, OBSTACLE_WORDS, refusalFor } from '../../src/services/readiness.ts'
import type { Store, StoreTrouble } from '../../src/store/store.ts'
import { testClock } from '../support/clock.ts'
import { recordingLog } from '../support/world.ts'

const MB = 1024 * 1024

function overDatabase() {
  const clock = testClock()
  const log = recordingLog()
  const state: { trouble?: StoreTrouble | undefined; bytes(): Promise<number> } = { bytes: async () => 0 }
  const readiness = createReadiness({
    store: {
      bytes: () => state.bytes(),
      trouble: async () => state.trouble,
      mailTests: { anonymousHeld: async () => ({ all: 0, client: 0 }) } as unknown as Store['mailTests'],
    },
    space: { free: async () => Number.POSITIVE_INFINITY },
    bounds: { storeBytes: 50 * MB, minFree: MB, least: MB },
    clock,
    log,
  })
  return { readiness, state, log, later: () => clock.advance(1000) }
}

test.each([
  ['silent', 'database_silent', 'mail_not_taken'],
  ['busy', 'database_busy', 'mail_not_taken'],
  ['full', 'database_full', 'out_of_space'],
] as const)(
  'a database that is %s is why no mail is taken, until it is not',
  async (trouble, obstacle, kind) => {
    const { readiness, state, log, later } = overDatabase()
    expect(await readiness.obstacle()).toBeUndefined()
    state.trouble = trouble
    later()
    expect(await readiness.obstacle()).toBe(obstacle)
    expect(await readiness.take(1)).toBe(false)
    expect(await readiness.reasons()).toEqual([obstacle])
    expect(refusalFor(obstacle)).toEqual({ kind })
    state.trouble = undefined
    later()
    expect(await readiness.take(1)).toBe(true)
    expect(log.lines.map(({ sentence }) => sentence)).toEqual([
      OBSTACLE_WORDS[obstacle],
      'Mail is taken again',
    ])
  },
)

test.each(['silent', 'busy'] as const)(
  'a look that was given up as it became %s says the same',
  async (trouble) => {
    const { readiness, state, log, later } = overDatabase()
    expect(await readiness.obstacle()).toBeUndefined()
    state.bytes = async () => {
      state.trouble = trouble
      throw new Error('postgres://secret@db')
    }
    later()
    expect(await readiness.obstacle()).toBe(`database_${trouble}`)
    expect(JSON.stringify(log.lines)).not.toContain('secret')
  },
)

test('a look that fails of something else is told as what it is', async () => {
  const { readiness, state, later } = overDatabase()
  state.bytes = () => Promise.reject(new Error('no such column'))
  later()
  expect(await readiness.obstacle()).toBe('database_unreadable')
})
