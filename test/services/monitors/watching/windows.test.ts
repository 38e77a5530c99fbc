import { expect, test } from 'bun:test'
import type { MaintenanceWindow } from '../../../../src/core/watching/monitor.ts'
import { nextEdge, openWindow } from '../../../../src/services/monitors/watching/windows.ts'

const DAY = 86_400_000
const at = (text: string) => new Date(`${text}Z`)
const once = (from: string, until: string): MaintenanceWindow => ({
  kind: 'once',
  from: at(from),
  until: at(until),
})
const weekly = (days: number[], time: string, minutes: number, zone = 'UTC'): MaintenanceWindow => ({
  kind: 'weekly',
  days,
  at: time,
  minutes,
  zone,
})
const until = (windows: MaintenanceWindow[], when: string) =>
  openWindow(windows, at(when))?.until.toISOString().slice(0, 16)
const edge = (windows: MaintenanceWindow[], when: string, within = DAY) =>
  nextEdge(windows, at(when), within)?.toISOString().slice(0, 16)

test.each([
  ['before', '2026-11-23T01:59:59.999', undefined],
  ['at its first moment', '2026-11-23T02:00', '2026-11-23T04:00'],
  ['within', '2026-11-23T03:00', '2026-11-23T04:00'],
  ['at its last moment', '2026-11-23T03:59:59.999', '2026-11-23T04:00'],
  ['when it closes', '2026-11-23T04:00', undefined],
] as const)(
  'a window of its own is open from its beginning to before its end: %s',
  (_when, moment, closes) => {
    expect(until([once('2026-11-23T02:00', '2026-11-23T04:00')], moment)).toBe(closes)
  },
)

test.each([
  // Mondays, 23:30 for an hour.
  [weekly([1], '23:30', 60), '2026-11-23T23:30', '2026-11-24T00:30'],
  [weekly([1], '23:30', 60), '2026-11-24T00:29', '2026-11-24T00:30'],
  [weekly([1], '23:30', 60), '2026-11-24T23:45', undefined],
  // Sundays.
  [weekly([7], '02:00', 120), '2026-11-29T03:00', '2026-11-29T04:00'],
  [weekly([7], '02:00', 120), '2026-11-28T03:00', undefined],
  // Tuesday in Auckland is Monday in UTC.
  [weekly([2], '02:30', 30, 'Pacific/Auckland'), '2026-11-23T13:45', '2026-11-23T14:00'],
  [weekly([1], '02:30', 30, 'Pacific/Auckland'), '2026-11-23T13:45', undefined],
  // Sunday in Los Angeles is Monday in UTC.
  [weekly([7], '20:00', 60, 'America/Los_Angeles'), '2026-11-23T04:30', '2026-11-23T05:00'],
  // Winter and summer in Berlin.
  [weekly([3], '02:00', 60, 'Europe/Berlin'), '2026-01-07T01:30', '2026-01-07T02:00'],
  [weekly([3], '02:00', 60, 'Europe/Berlin'), '2026-07-08T00:30', '2026-07-08T01:00'],
  // Half an hour and three quarters.
  [weekly([1], '10:00', 10, 'Asia/Kolkata'), '2026-11-23T04:35', '2026-11-23T04:40'],
  [weekly([1], '10:00', 10, 'Asia/Kathmandu'), '2026-11-23T04:20', '2026-11-23T04:25'],
  // Days long.
  [weekly([1], '00:00', 6 * 1440), '2026-11-28T23:59', '2026-11-29T00:00'],
  [weekly([1], '00:00', 6 * 1440), '2026-11-29T00:00', undefined],
])('%o at %s', (window, moment, closes) => {
  expect(until([window], moment)).toBe(closes)
})

test('a time that clocks leave out is as much later; one that they show twice is the first', () => {
  // 2026-03-29 02:00 becomes 03:00 in Berlin: 02:30 is 03:30 there, 01:30 UTC.
  const window = weekly([7], '02:30', 30, 'Europe/Berlin')
  expect(until([window], '2026-03-29T00:45')).toBeUndefined()
  expect(until([window], '2026-03-29T01:30')).toBe('2026-03-29T02:00')
  // 2026-10-25 03:00 becomes 02:00: 02:30 is first 00:30 UTC, then 01:30.
  expect(until([window], '2026-10-25T00:30')).toBe('2026-10-25T01:00')
  expect(until([window], '2026-10-25T01:30')).toBeUndefined()
})

test('windows that follow one another are one', () => {
  const two = [once('2026-11-23T02:00', '2026-11-23T04:00'), weekly([1], '04:00', 60)]
  expect(until(two, '2026-11-23T03:00')).toBe('2026-11-23T05:00')
})

test('windows without an end are no endless work', () => {
  const always = weekly([1, 2, 3, 4, 5, 6, 7], '00:00', 7 * 1440, 'Europe/Berlin')
  expect(openWindow([always], at('2026-11-23T02:00'))?.until.getTime()).toBeGreaterThan(
    at('2026-12-07T00:00').getTime(),
  )
})

test('a zone that is not known here has no window', () => {
  expect(until([weekly([1], '00:00', 1440, 'Mars/Olympus')], '2026-11-23T03:00')).toBeUndefined()
})

test.each([
  ['2026-11-23T01:00', '2026-11-23T02:00'],
  ['2026-11-23T02:00', '2026-11-23T04:00'],
  ['2026-11-23T03:59', '2026-11-23T04:00'],
  ['2026-11-23T04:00', undefined],
])('the next edge behind %s', (moment, next) => {
  expect(edge([once('2026-11-23T02:00', '2026-11-23T04:00')], moment)).toBe(next)
})

test('an edge of a weekly window is found no further than it is looked for', () => {
  const window = weekly([1], '02:00', 60)
  expect(edge([window], '2026-11-22T12:00')).toBe('2026-11-23T02:00')
  expect(edge([window], '2026-11-22T12:00', DAY / 2)).toBeUndefined()
})
