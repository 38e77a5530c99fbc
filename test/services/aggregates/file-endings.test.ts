import { expect, test } from 'bun:test'
import { withEnding } from '../../../src/services/aggregates/report-file-names.ts'

const octets = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['report.xml', 'PK\u0003\u0004…', 'report.xml.zip'],
  ['report.zip', 'PK\u0003\u0004…', 'report.zip'],
  ['REPORT.ZIP', 'PK\u0003\u0004…', 'REPORT.ZIP'],
  ['report.xml', '\u001f\u008b\u0008', 'report.xml.gz'],
  ['report.xml.gz', '\u001f\u008b\u0008', 'report.xml.gz'],
  ['report.xml', '<feedback>', 'report.xml'],
  ['report', '', 'report'],
])('%s that begins with %j is saved as %s', (name, begin, saved) => {
  expect(withEnding(name, octets(begin))).toBe(saved)
})
