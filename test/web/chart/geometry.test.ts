import { describe, expect, test } from 'bun:test'
import type { HistoryDay } from '../../../src/services/history/history.ts'
import { scoreShape, UNIT, volumeShape } from '../../../src/web/components/chart/geometry.ts'
import { middleOf, slotsOf, ticksOf } from '../../../src/web/components/chart/slots.ts'

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
const series = (count: number, known: HistoryDay[] = [], per: 'day' | 'week' = 'day') => ({
  per,
  since: day(0),
  until: day((count - 1) * (per === 'week' ? 7 : 1)),
  days: known,
})
const scored = (at: number, median: number, low = median, high = median): HistoryDay => ({
  day: day(at),
  scored: 3,
  failed: 0,
  score: { median, low, high },
})
const slots = (count: number, known: HistoryDay[] = []) => slotsOf(series(count, known))

describe('the time axis', () => {
  test('has a place for each day, and what is not known is a gap', () => {
    const found = slots(4, [scored(1, 9)])
    expect(found.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'])
    expect(found.map(({ known }) => known !== undefined)).toEqual([false, true, false, false])
  })

  test('goes by weeks over a year, and over the change of summer time', () => {
    const found = slotsOf(series(57, [scored(7 * 20, 9)], 'week'))
    expect(found).toHaveLength(57)
    expect(found[20]?.known?.score?.median).toBe(9)
    expect(found.at(-1)?.day).toBe(day(56 * 7))
  })

  test('is empty where the window is none', () => {
    expect(slotsOf({ per: 'day', since: '2026-01-02', until: '2026-01-01', days: [] })).toEqual([])
    expect(slotsOf({ per: 'day', since: 'never', until: 'x', days: [] })).toEqual([])
    expect(ticksOf([])).toEqual([])
  })

  test('has a few dates that fit, the first and the last among them', () => {
    expect(ticksOf(slots(1))).toEqual([{ at: 50, words: '1 Jan', anchor: 'middle' }])
    expect(ticksOf(slots(2)).map(({ at, words }) => [at, words])).toEqual([
      [0, '1 Jan'],
      [100, '2 Jan'],
    ])
    const year = ticksOf(slots(365))
    expect(year.map(({ words }) => words)).toEqual(['1 Jan', '2 May', '1 Sept', '31 Dec'])
    expect(year.map(({ anchor }) => anchor)).toEqual(['start', 'middle', 'middle', 'end'])
    for (const { at } of year) expect(at >= 0 && at <= 100).toBe(true)
  })
})

const count = (path: string, letter: string) => path.split(letter).length - 1

describe('scores', () => {
  test('nothing is drawn of nothing', () => {
    const none = { band: '', line: '', dots: '' }
    expect(scoreShape([], 100, 10)).toEqual(none)
    expect(scoreShape(slots(30), 100, 10)).toEqual(none)
    const failedOnly = slots(3, [{ day: day(1), scored: 0, failed: 4 }])
    expect(scoreShape(failedOnly, 100, 10)).toEqual(none)
  })

  test('one day is a dot in the middle of the drawing', () => {
    const shape = scoreShape(slots(1, [scored(0, 5, 2, 8)]), 100, 10)
    expect(shape.dots).toBe('M5 50h0')
    expect(shape.line).toBe('M5 50')
    expect(shape.band).toBe('M0 26h10V74h-10z')
    expect(shape.latest).toEqual({ across: 50, y: 50, median: 5, day: '2026-01-01' })
  })

  test('the ends of the scale stay inside, whatever is handed over', () => {
    const shape = scoreShape(slots(4, [scored(0, 0), scored(1, 10), scored(2, -3), scored(3, 40)]), 100, 10)
    expect(shape.line).toBe('M5 90L15 10L25 90L35 10')
  })

  test('scores that are all the same are a band that can be seen', () => {
    expect(scoreShape(slots(1, [scored(0, 10)]), 100, 10).band).toBe('M0 9h10V11h-10z')
  })

  test('a day without mail parts the line', () => {
    const shape = scoreShape(slots(5, [scored(0, 5), scored(1, 6), scored(3, 7), scored(4, 8)]), 100, 10)
    expect(count(shape.line, 'M')).toBe(2)
    expect(count(shape.line, 'L')).toBe(2)
    expect(count(shape.dots, 'M')).toBe(4)
    expect(shape.latest?.across).toBe(middleOf(4, 5))
  })

  test('a year has a point for each day', () => {
    const all = Array.from({ length: 365 }, (_, at) => scored(at, at % 11, 0, 10))
    const shape = scoreShape(slots(365, all), 100, 10)
    expect(count(shape.line, 'L')).toBe(364)
    expect(shape.dots.split('M').at(-1)).toBe(`${364 * UNIT + 5} ${90 - (364 % 11) * 8}h0`)
  })
})

describe('volume', () => {
  const mail = (at: number, scoredCount: number, failed = 0): HistoryDay => ({
    day: day(at),
    scored: scoredCount,
    failed,
  })

  test('nothing is drawn of nothing', () => {
    for (const none of [[], slots(30), slots(1, [mail(0, 0)])])
      expect(volumeShape(none, 90)).toEqual({ scored: '', failed: '', base: 0, height: 1 })
  })

  test('one message is one bar with its number', () => {
    const shape = volumeShape(slots(1, [mail(0, 1)]), 90)
    expect(shape.scored).toBe('M1 108v-90h8v90z')
    expect(shape.most).toEqual({ across: 50, y: 13, words: '1 scored', anchor: 'middle' })
    expect(shape.failed).toBe('')
    expect(shape.mostFailed).toBeUndefined()
  })

  test('both kinds are in one measure, and one of very many is still seen', () => {
    const shape = volumeShape(slots(3, [mail(0, 100_000, 1), mail(1, 50_000), mail(2, 1)]), 90)
    expect(shape.scored).toBe('M1 108v-90h8v90zM11 108v-45h8v45zM21 108v-2h8v2z')
    expect(shape.failed).toBe('M1 108v2h8v-2z')
    expect(shape.most?.words).toBe('100,000 scored')
    expect(shape.mostFailed).toMatchObject({ words: '1 not analysed', anchor: 'start' })
  })

  test('where only failed mail came, the measure goes by that', () => {
    const shape = volumeShape(slots(2, [mail(1, 0, 7)]), 90)
    expect(shape).toMatchObject({ scored: '', failed: 'M11 0v90h8v-90z', base: 0, height: 108 })
    expect(shape.most).toBeUndefined()
  })

  test('labels near the edges stay inside', () => {
    const [first, last] = [slots(30, [mail(0, 5)]), slots(30, [mail(29, 5)])]
    expect(volumeShape(first, 90).most?.anchor).toBe('start')
    expect(volumeShape(last, 90).most?.anchor).toBe('end')
  })
})
