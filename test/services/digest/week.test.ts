import { expect, test } from 'bun:test'
import { weekToTell } from '../../../src/services/digest/week.ts'

test.each([
  ['2026-11-23T07:59:59.999Z', '2026-11-16'],
  ['2026-11-23T08:00:00.000Z', '2026-11-23'],
  ['2026-11-25T23:00:00.000Z', '2026-11-23'],
  ['2026-11-29T23:59:59.999Z', '2026-11-23'],
  ['2026-11-30T00:00:00.000Z', '2026-11-23'],
  ['2026-11-30T08:00:00.000Z', '2026-11-30'],
  ['2027-01-04T08:00:00.000Z', '2027-01-04'],
  ['1970-01-01T00:00:00.000Z', '1969-12-29'],
])('at %s it is that of %s', (now, name) => {
  expect(weekToTell(new Date(now)).name).toBe(name)
})

test('a week is of seven days, and so are the days that reports are about', () => {
  const { from, to, reported } = weekToTell(new Date('2026-11-25T12:00:00Z'))
  expect({ from: from.toISOString(), to: to.toISOString() }).toEqual({
    from: '2026-11-16T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
  })
  const day = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
  expect([day(reported.from), day(reported.to)]).toEqual(['2026-11-15', '2026-11-21'])
})
