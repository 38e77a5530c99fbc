import { expect, test } from 'bun:test'
import { readDate } from '../../../../src/mail/reading/mime/date.ts'

test.each([
  ['Fri, 20 Nov 2026 12:00:00 +0000', '2026-11-20T12:00:00.000Z', ''],
  ['20 Nov 2026 12:00 +0100', '2026-11-20T11:00:00.000Z', ''],
  ['Fri,  6 Nov 2026 12:00:00 -0330 (NST)', '2026-11-06T15:30:00.000Z', ''],
  ['Fri, 6 Nov 2026 (a (b)) 12:00:00 -0000', '2026-11-06T12:00:00.000Z', ''],
  ['FRI, 20 NOV 2026 12:00:00 +0000', '2026-11-20T12:00:00.000Z', ''],
  ['Thu, 29 Feb 2024 23:59:60 +0000', '2024-03-01T00:00:00.000Z', ''],
  ['Fri, 20 Nov 2026 12:00:00 GMT', '2026-11-20T12:00:00.000Z', 'obsolete-zone'],
  ['Fri, 20 Nov 2026 07:00:00 EST', '2026-11-20T12:00:00.000Z', 'obsolete-zone'],
  ['Fri, 20 Nov 2026 12:00:00 Q', '2026-11-20T12:00:00.000Z', 'obsolete-zone'],
  ['Fri, 20 Nov 26 12:00:00 +0000', '2026-11-20T12:00:00.000Z', 'obsolete-year'],
  ['Sat, 20 Nov 99 12:00:00 +0000', '1999-11-20T12:00:00.000Z', 'obsolete-year'],
  ['Fri, 20 Nov 126 12:00:00 +0000', '2026-11-20T12:00:00.000Z', 'obsolete-year'],
  ['Fri, 20 Nov 2026 12:00:00', '2026-11-20T12:00:00.000Z', 'no-zone'],
  ['Mon, 20 Nov 2026 12:00:00 +0000', '2026-11-20T12:00:00.000Z', 'wrong-weekday'],
  ['Fri, 31 Feb 2026 12:00:00 +0000', undefined, 'impossible'],
  ['Fri, 29 Feb 2023 12:00:00 +0000', undefined, 'impossible'],
  ['Fri, 20 Nov 2026 25:00:00 +0000', undefined, 'impossible'],
  ['Fri, 20 Nov 2026 12:60:00 +0000', undefined, 'impossible'],
  ['Fri, 20 Nov 2026 12:00:00 +0099', undefined, 'impossible'],
  ['Fri, 20 Nov 1626 12:00:00 +0000', undefined, 'impossible'],
  ['2026-11-20T12:00:00Z', undefined, 'unreadable'],
  ['11/20/2026 12:00', undefined, 'unreadable'],
  ['Fri, 20 Foo 2026 12:00:00 +0000', undefined, 'unreadable'],
  ['yesterday', undefined, 'unreadable'],
  ['', undefined, 'unreadable'],
  ['('.repeat(100_000), undefined, 'unreadable'],
])('%s', (value, at, faults) => {
  const read = readDate(value)
  expect(read.at?.toISOString()).toBe(at)
  expect(read.faults.join()).toBe(faults)
})
