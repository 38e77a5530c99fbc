import { expect, test } from 'bun:test'
import { explainBounce, explainBounceMessage } from '../../../src/mail/bounces/explain.ts'
import forms from './quoted/forms.json' with { type: 'json' }
import trackers from './quoted/trackers.json' with { type: 'json' }

const MB = 1024 * 1024
const texts = [...forms.quotes, ...trackers.quotes].map(({ text }) => text)

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const PIECES = [
  '\n',
  '\r\n\r\n',
  '550-',
  '550 5.7.1 ',
  '<a@b.c>:',
  'Final-Recipient: rfc822;',
  '(',
  ')',
  '@',
  '\0',
  '\uFFFD',
  '((((',
  'host x[1]',
  '\x1b[31m',
  ' '.repeat(40),
  '*'.repeat(60),
]

function mutated(text: string, next: (below: number) => number): string {
  let out = text
  for (let i = 0; i < 6; i += 1) {
    const at = next(out.length + 1)
    const kind = next(3)
    if (kind === 0) out = out.slice(0, at) + out.slice(at + next(30))
    else if (kind === 1) out = out.slice(0, at) + (PIECES[next(PIECES.length)] ?? '') + out.slice(at)
    else out = out.slice(at) + out.slice(0, at)
  }
  return out
}

test('whatever becomes of a bounce, it is explained without a throw and within bounds', () => {
  const next = numbers(18)
  for (let round = 0; round < 12; round += 1) {
    for (const text of texts) {
      const input = mutated(text, next)
      const asBytes = new TextEncoder().encode(input)
      for (const bounce of [explainBounce(input), explainBounce(asBytes)]) {
        expect(bounce.failures.length).toBeGreaterThan(0)
        expect(bounce.failures.length).toBeLessThanOrEqual(50)
        for (const { reply, meaning, advice, recipient = '' } of bounce.failures) {
          expect(reply.text.length).toBeLessThanOrEqual(1_000)
          expect(recipient.length).toBeLessThanOrEqual(1_000)
          expect(meaning.length).toBeGreaterThan(10)
          expect(advice.length).toBeLessThan(10)
        }
      }
    }
  }
})

const REPORT_HEAD =
  'From: MAILER-DAEMON\r\nSubject: Undelivered\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.example\r\n\r\n'

const HOSTILE: [string, string][] = [
  ['blanks', ' '.repeat(25 * MB)],
  ['line ends', '\n'.repeat(25 * MB)],
  ['one address after another', '<a@b.example>: 550 no\n'.repeat(MB)],
  ['brackets', '('.repeat(25 * MB)],
  ['codes', '550-5.7.1 '.repeat(2 * MB)],
  ['a long line of letters and dots', `host ${'a.'.repeat(12 * MB)}`],
  ['fields', 'Final-Recipient: rfc822; a@b.example\nAction: failed\n\n'.repeat(500_000)],
  [
    'a long field',
    `Final-Recipient: rfc822; a@b.example\nDiagnostic-Code: smtp; 550 ${'x '.repeat(12 * MB)}`,
  ],
  ['many at signs', '@'.repeat(25 * MB)],
  [
    'log lines',
    'Nov 10 08:27:52 m postfix/smtp[1]: A: to=<a@b.example>, relay=none, dsn=4.4.1, status=deferred (x)\n'.repeat(
      200_000,
    ),
  ],
  ['angle brackets', '<'.repeat(20 * MB)],
  [
    'a message whose report has a million groups',
    `${REPORT_HEAD}${'Final-Recipient: rfc822; a@b.example\r\n\r\n'.repeat(500_000)}--b--\r\n`,
  ],
]

test.each(HOSTILE)('25 MB of %s', (_name, text) => {
  const octets = new TextEncoder().encode(text)
  expect(explainBounce(text).failures.length).toBeGreaterThan(0)
  expect(explainBounce(octets).failures.length).toBeGreaterThan(0)
  explainBounceMessage(octets)
})

test('a bounce within a bounce within a bounce ends', () => {
  let inner = 'From: a@b.example\r\nSubject: x\r\n\r\nhello\r\n'
  for (let depth = 0; depth < 40; depth += 1) {
    inner = `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b${depth}--\r\n`
  }
  expect(explainBounceMessage(new TextEncoder().encode(inner))).toBeUndefined()
})
