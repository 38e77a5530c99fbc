import type { Clock } from '../../src/net/ports.ts'

export interface TestClock extends Clock {
  advance(milliseconds: number): void
  set(at: Date | string): void
}

/** A clock that stands still until it is told otherwise. */
export function testClock(start: Date | string = '2026-11-20T12:00:00.000Z'): TestClock {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds
    },
    set: (at) => {
      now = new Date(at).getTime()
    },
  }
}
