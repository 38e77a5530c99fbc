import { expect, test } from 'bun:test'
import { mime } from '../../../src/analysis/analyzers/message/mime.ts'
import { FAULT_WORDS } from '../../../src/mail/message/mime/fault-words.ts'
import { STRUCTURE_FAULTS } from '../../../src/mail/reading/mime/fault.ts'
import { alternative, judge, mail, type Scene } from '../message-scene.ts'

const UTF8 = Buffer.from('Grüße').toString('latin1')
const EIGHT = {
  'MIME-Version': '1.0',
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
}
const session = (mailParameters: Record<string, string>): Scene => ({ envelope: { mailParameters } })
const FILE: Scene = { envelope: { transport: 'file' } }

test.each<[string, string, number, string, Scene?]>([
  ['plain text without MIME', mail(), 0, ''],
  ['text and HTML', alternative('text', '<p>text'), 0, ''],
  ['lone LF', mail({}, 'a\nb\r\n'), -0.5, 'bare-lf'],
  ['lone CR', mail({}, 'a\rb\r\n'), -0.5, 'bare-cr'],
  ['NUL', mail({}, 'a\0b\r\n'), -0.5, 'nul'],
  ['a line of 998 octets', mail({}, `${'x'.repeat(998)}\r\n`), 0, ''],
  ['a line of 999 octets', mail({}, `${'x'.repeat(999)}\r\n`), -0.5, 'line-too-long'],
  ['8bit with BODY=8BITMIME', mail(EIGHT, UTF8), 0, '', session({ BODY: '8BITMIME' })],
  ['8bit without it is for another check', mail(EIGHT, UTF8), 0, ''],
  ['8bit from a file', mail(EIGHT, UTF8), 0, '', FILE],
  [
    '8-bit octets called 7bit',
    mail({ ...EIGHT, 'Content-Transfer-Encoding': '7bit' }, UTF8),
    -0.3,
    'eight-bit-undeclared',
    session({ BODY: '8BITMIME' }),
  ],
  ['raw UTF-8 in the header with SMTPUTF8', mail({ Subject: UTF8 }), 0, '', session({ SMTPUTF8: '' })],
  ['raw UTF-8 in the header without it', mail({ Subject: UTF8 }), -0.3, 'header-eight-bit'],
  ['raw UTF-8 in the header of a file', mail({ Subject: UTF8 }), 0, 'header-utf8', FILE],
  [
    'raw Latin-1 in the header',
    mail({ Subject: 'Gr\xfc\xdfe' }),
    -0.3,
    'header-eight-bit',
    session({ SMTPUTF8: '' }),
  ],
  ['no MIME-Version', mail({ 'Content-Type': 'text/plain' }), -0.2, 'mime-version-missing'],
  [
    'a boundary that never comes',
    mail({ 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' }),
    -0.5,
    'boundary-unused',
  ],
])('%s', async (_name, message, score, findings, scene = {}) => {
  const check = await judge(mime, message, scene)
  expect({ score: check.score, findings: check.findings.join() }).toEqual({ score, findings })
})

test('a message of many faults loses no more than the weight', async () => {
  const check = await judge(
    mime,
    mail({ 'Content-Type': 'multipart/mixed', 'Content-Transfer-Encoding': 'base64' }, 'a\nb\rc\0'),
  )
  expect(check.score).toBe(-0.5)
  expect(check.findings.length).toBeGreaterThan(4)
})

test('the summary says in which parts', async () => {
  const body = '--b\r\nContent-Transfer-Encoding: base64\r\n\r\n!!\r\n--b\r\n\r\nx\r\n--b--'
  const check = await judge(
    mime,
    mail({ 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' }, body),
  )
  expect(check.detail['summary']).toContain('part 1)')
})

test.each([
  ['deeper than anybody needs is advice', 21, 'nested-deeply', 0],
  ['beyond what servers take', 160, 'nested-too-deep', -0.5],
])('parts nested %s', async (_name, depth, code, score) => {
  let message = mail({ 'MIME-Version': '1.0' }, '').slice(0, -2)
  for (let i = 100; i < 100 + depth; i += 1)
    message += `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`
  message += '\r\nx\r\n'
  for (let i = 99 + depth; i >= 100; i -= 1) message += `--b${i}--\r\n`
  expect(await judge(mime, message)).toMatchObject({ score, findings: [code] })
})

test('every fault has its words', () => {
  expect(Object.keys(FAULT_WORDS).toSorted()).toEqual([...STRUCTURE_FAULTS].toSorted())
})
