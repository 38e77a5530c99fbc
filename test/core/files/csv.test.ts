import { expect, test } from 'bun:test'
import { csvLine } from '../../../src/core/files/csv.ts'
import { readCsv } from '../../support/csv.ts'

test('cells are quoted as RFC 4180 says, and read back as they were', () => {
  const cells = ['a', 'b,c', 'say "x"', 'two\r\nlines', ' blank ', '', 'semi;colon', "it's", '\u202e谷']
  expect(csvLine(['a', 'b,c', '"', 7, true, null, undefined, ''])).toBe('a,"b,c","""",7,true,,,\r\n')
  expect(readCsv(csvLine(cells))).toEqual([cells])
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '\0x',
  ' =1',
  '\u00a0\u0001 =1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '|calc',
  '%0A',
  "'=1",
  "''\t",
])('%p, which a spreadsheet may run, is behind an apostrophe, and known again', (text) => {
  expect(readCsv(csvLine(['x', text]))).toEqual([['x', `'${text}`]])
})

test.each(["'twas", "''", 'a=b', '1-2', 'user@example.org', '2026-11-22', '_dmarc', '<x>'])(
  '%p is as it is',
  (text) => {
    expect(readCsv(csvLine([text]))).toEqual([[text]])
  },
)

test('numbers stay numbers', () => {
  expect(csvLine([-1, 0.9637, 1e21, 0])).toBe('-1,0.9637,1e+21,0\r\n')
})

test('a text as long as it may be, of blanks or apostrophes, takes no longer than its length', () => {
  for (const text of [' '.repeat(2_000_000), "'".repeat(2_000_000), '\t '.repeat(1_000_000)]) {
    expect(csvLine([text]).length).toBeGreaterThan(text.length)
  }
})
