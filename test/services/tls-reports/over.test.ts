import { expect, test } from 'bun:test'
import { lastingFailures } from '../../../src/services/tls-reports/over.ts'

const day = (at: number, failures: number, successes = 100) => ({ day: at, successes, failures })
const failure = (type: string, sessions: number, lastDay: number) => ({
  type,
  host: 'mx.example.org',
  sessions,
  lastDay,
})

/** Days of one window, by whoever reported, and by authenticated reports. */
const told = (days: ReturnType<typeof day>[], failed: ReturnType<typeof failure>[], moreFailed = 0) => ({
  days,
  failed,
  moreFailed,
  failures: days.reduce((sum, one) => sum + one.failures, 0),
})

const FAILED = failure('certificate-expired', 40, 3)
const LATER = [day(4, 0), day(5, 0), day(6, 0)]

test.each([
  ['all of it, after three days without one', told([day(3, 40), ...LATER], [FAILED]), 0],
  ['none of it after two', told([day(3, 40), ...LATER.slice(0, 2)], [FAILED]), 40],
  ['what has no reason ends with the others', told([day(3, 55), ...LATER], [FAILED]), 0],
  [
    'what lasts is told without what is over',
    told([day(3, 40), day(4, 0), day(5, 0), day(6, 7)], [FAILED, failure('starttls-not-supported', 7, 6)]),
    7,
  ],
  [
    'what is not among those that are listed may have come again',
    told([day(3, 40), day(4, 0), day(5, 0), day(6, 7)], [failure('starttls-not-supported', 7, 6)], 1),
    47,
  ],
  [
    'days on which nobody came say nothing',
    told([day(3, 40), day(4, 0, 0), day(5, 0, 0), day(6, 0, 0)], [FAILED]),
    40,
  ],
])('what of it lasts: %s', (_, all, lasting) => expect(lastingFailures(all, all)).toBe(lasting))

test('reports that nobody proved do not end it', () => {
  const all = told([day(3, 40), ...LATER], [FAILED])
  expect(lastingFailures(all, told([], []))).toBe(40)
})
