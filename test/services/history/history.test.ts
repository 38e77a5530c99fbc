import { describe, expect, test } from 'bun:test'
import { dayOf } from '../../../src/core/kept/day.ts'
import type { AccountActor } from '../../../src/services/access/actor.ts'
import { spreadOf } from '../../../src/services/history/counts.ts'
import { createHistory } from '../../../src/services/history/history.ts'
import type { HistoryCount } from '../../../src/store/history.ts'

const NOW = new Date('2026-11-22T00:30:00Z')
const TODAY = dayOf(NOW.getTime())
const VIEWER = { kind: 'session', accountId: 'acc_1', role: 'viewer', personId: 'per_1' } as const

const counted = (ago: number, changes: Partial<HistoryCount> = {}): HistoryCount => ({
  day: TODAY - ago,
  scored: 1,
  failed: 0,
  scores: { 90: 1 },
  checks: {},
  ...changes,
})

function historyOver(counts: HistoryCount[]) {
  const asked: unknown[] = []
  const history = createHistory({
    clock: { now: () => NOW },
    store: {
      history: {
        async counts(accountId, which) {
          asked.push({ accountId, ...which })
          return counts.filter(({ day }) => day >= which.since)
        },
        domains: async (_, limit) => ['a.example', 'b.example'].slice(0, limit),
      },
    },
  })
  return { history, asked }
}

describe('the history', () => {
  test('a window of days ends today, and days without mail are left out', async () => {
    const { history, asked } = historyOver([
      counted(7),
      counted(6),
      counted(2, { scored: 0, failed: 3, scores: {} }),
    ])
    expect(await history.of(VIEWER, { days: 7 })).toEqual({
      per: 'day',
      since: '2026-11-16',
      until: '2026-11-22',
      score: { median: 9, low: 9, high: 9 },
      days: [
        { day: '2026-11-16', scored: 1, failed: 0, score: { median: 9, low: 9, high: 9 } },
        { day: '2026-11-20', scored: 0, failed: 3 },
      ],
      checks: [],
    })
    expect(asked).toEqual([{ accountId: 'acc_1', since: TODAY - 6 }])
  })

  test('13 months are told by weeks that end today, of one domain where it is named', async () => {
    const { history, asked } = historyOver([
      counted(13, { scored: 2, scores: { 40: 1, 60: 1 }, checks: { spf: 2 } }),
      counted(7, { scored: 1, scores: { 90: 1 }, checks: { spf: 1, dkim: 1 } }),
      counted(6, { scores: { 100: 1 } }),
    ])
    const found = await history.of(VIEWER, { days: 395, domain: 'a.example' })
    expect(found).toEqual({
      per: 'week',
      since: '2025-10-20',
      until: '2026-11-22',
      score: { median: 7.5, low: 4, high: 10 },
      days: [
        { day: '2026-11-09', scored: 3, failed: 0, score: { median: 6, low: 4, high: 9 } },
        { day: '2026-11-16', scored: 1, failed: 0, score: { median: 10, low: 10, high: 10 } },
      ],
      checks: [
        { name: 'spf', failed: 3, of: 4 },
        { name: 'dkim', failed: 1, of: 4 },
      ],
    })
    expect(asked).toEqual([{ accountId: 'acc_1', since: TODAY - 398, domain: 'a.example' }])
  })

  test('is told by day where that is asked for, and nothing of a day that is not there yet', async () => {
    const { history } = historyOver([counted(100), counted(-1)])
    const { per, days } = await history.of(VIEWER, { days: 395, per: 'day' })
    expect([per, days.length]).toEqual(['day', 1])
    expect((await history.of(VIEWER, { days: 1e9 })).since > '2025-10-01').toBe(true)
  })

  test('is empty for a key that may not read tests', async () => {
    const { history, asked } = historyOver([counted(0)])
    const key = { kind: 'key', accountId: 'acc_1', scopes: ['domains:read'] } satisfies AccountActor
    expect(await history.of(key, { days: 7 })).toMatchObject({ days: [], checks: [] })
    expect(await history.domains(key)).toEqual([])
    expect(asked).toEqual([])
    expect(await history.domains(VIEWER)).toEqual(['a.example', 'b.example'])
  })
})

test('the median is that of the sorted scores', () => {
  const random = (seed: number) => (Math.imul(seed, 2_654_435_761) >>> 0) % 101
  for (let size = 1; size < 40; size += 1) {
    const scores = Array.from({ length: size }, (_, at) => random(size * 100 + at)).toSorted((a, b) => a - b)
    const counts: Record<string, number> = {}
    for (const score of scores) counts[score] = (counts[score] ?? 0) + 1
    const [a = 0, b = 0] = [scores[Math.floor((size - 1) / 2)], scores[Math.floor(size / 2)]]
    expect(spreadOf(counts)).toEqual({
      median: Math.round((a + b) / 2) / 10,
      low: (scores[0] ?? 0) / 10,
      high: (scores.at(-1) ?? 0) / 10,
    })
  }
  expect(spreadOf({})).toBeUndefined()
})
