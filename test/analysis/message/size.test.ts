import { expect, test } from 'bun:test'
import { size } from '../../../src/analysis/analyzers/message/size.ts'
import { alternative, judge, mail } from '../message-scene.ts'

const KB = 1_024
const filler = (bytes: number) =>
  'x'
    .repeat(70)
    .concat('\r\n')
    .repeat(bytes / 72)

test.each([
  ['a small message', mail(), 0, ''],
  ['HTML of 102 KB', alternative('x', 'x'.repeat(102 * KB)), 0, ''],
  ['HTML of 103 KB', alternative('x', 'x'.repeat(103 * KB)), -0.2, 'html-clipped'],
  ['text of 200 KB', mail({}, filler(200 * KB)), 0, ''],
  ['HTML of 60,000 letters of two octets', alternative('x', 'ü'.repeat(60_000)), -0.2, 'html-clipped'],
  ['19 MB', mail({}, filler(19 * KB * KB)), 0, ''],
  ['21 MB', mail({}, filler(21 * KB * KB)), -0.2, 'message-too-large'],
])('%s', async (_name, message, score, finding) => {
  const check = await judge(size, message)
  expect({ score: check.score, findings: check.findings.join() }).toEqual({ score, findings: finding })
})

test('the providers that would refuse it are named', async () => {
  expect((await judge(size, mail({}, filler(21 * KB * KB)))).detail['summary']).toContain('iCloud')
  expect((await judge(size, mail({}, filler(26 * KB * KB)))).detail['summary']).toContain('Gmail')
})
