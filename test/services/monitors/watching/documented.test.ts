import { expect, test } from 'bun:test'
import { HOUR, MINUTE, START, scene } from './scene.ts'

/** The examples of docs/monitors.md. */
test('a least score of 8.0, and a message each hour', () => {
  const at = scene({ leastScore: 8, mustPass: ['dkim'] })
  const rows: unknown[] = []
  const row = (...scores: number[]) => {
    for (const score of scores) {
      at.pass(HOUR)
      at.mail({ score, checks: { dkim: rows.length === 6 ? 'failed' : 'passed' } })
    }
    rows.push([at.is(), at.told()])
  }
  row(9.1)
  row(6)
  row(9.1)
  row(6.2)
  row(9.1, 9)
  row(6)
  row(6)
  expect(rows).toEqual([
    ['ok', []],
    ['alerting', ['alerting: score_low']],
    ['alerting', []],
    ['alerting', []],
    ['ok', ['recovered: score_low']],
    ['alerting', []],
    ['alerting', ['alerting: check_failed dkim, score_low']],
  ])
})

/** From Monday 02:00, the last message, to when it is silent. */
function silentAfter(prepare: (at: ReturnType<typeof scene>) => void, weekly = false): number {
  const at = scene(
    { interval: { everyMinutes: 1440, graceMinutes: 120 } },
    weekly ? { windows: [{ kind: 'weekly', days: [2], at: '01:00', minutes: 240, zone: 'UTC' }] } : {},
  )
  // The scene begins on Monday at 12:00: a message that came ten hours ago.
  at.set(-10 * HOUR)
  at.mail(9)
  prepare(at)
  while (at.is() !== 'silent') at.pass(MINUTE)
  return (at.now().getTime() - (START - 10 * HOUR)) / HOUR
}

test.each([
  ['nothing', () => {}, false, 26],
  [
    'a pause of six hours',
    (at: ReturnType<typeof scene>) => {
      at.pass(10 * HOUR)
      at.change({ paused: { at: at.now(), until: new Date(at.now().getTime() + 6 * HOUR) } })
    },
    false,
    32,
  ],
  ['a window', () => {}, true, 30],
  [
    'half an hour off',
    (at: ReturnType<typeof scene>) => {
      at.pass(10 * HOUR)
      at.off(HOUR / 2)
    },
    false,
    26.5,
  ],
] as const)('every day, at most two hours late: %s', (_what, prepare, weekly, hours) => {
  expect(silentAfter(prepare, weekly)).toBe(hours)
})
