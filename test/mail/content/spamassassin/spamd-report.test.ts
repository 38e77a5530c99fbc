import { describe, expect, test } from 'bun:test'
import { readSpamdReply } from '../../../../src/mail/content/spamassassin/spamd-report.ts'
import { processorTime } from '../../../support/processor-time.ts'
import { spamdReply } from '../../../support/scanners.ts'

const report = (body: string) => {
  const read = readSpamdReply(body)
  if (read.kind !== 'report') throw new Error(read.says)
  return read
}
const saysOf = (body: string) => {
  const read = readSpamdReply(body)
  return read.kind === 'unreadable' ? read.says : read
}

describe('a report of spamd', () => {
  test('points, threshold and rules', () => {
    const rows = ` 0.0 HTML_MESSAGE           BODY: HTML included in message
 1.0 HEADER_FROM_DIFFERENT_DOMAINS From and EnvelopeFrom 2nd level mail
                            domains are different
-0.1 GOOD_THING             A good thing`
    expect(report(spamdReply('False ; 0.9 / 5.0', rows))).toEqual({
      kind: 'report',
      points: 0.9,
      threshold: 5,
      rules: [
        { name: 'HTML_MESSAGE', points: 0, description: 'BODY: HTML included in message', notes: [] },
        {
          name: 'HEADER_FROM_DIFFERENT_DOMAINS',
          points: 1,
          description: 'From and EnvelopeFrom 2nd level mail domains are different',
          notes: [],
        },
        { name: 'GOOD_THING', points: -0.1, description: 'A good thing', notes: [] },
      ],
    })
  })

  test('no rule at all', () => {
    expect(report(spamdReply('False ; 0.0 / 5.0', ''))).toMatchObject({ points: 0, rules: [] })
  })

  test('what a rule saw of the message is no part of its description', () => {
    const long = `[${'x'.repeat(120)}]`
    const rows = ` 0.0 FREEMAIL_FROM          Sender email is commonly abused
                            [joe.secret(at)gmail.com]
${long}
 1.0 NEXT                   The next`
    const [first, second] = report(spamdReply('False ; 1.0 / 5.0', rows)).rules
    expect(first).toMatchObject({
      description: 'Sender email is commonly abused',
      notes: ['[joe.secret(at)gmail.com]', long],
    })
    expect(second).toMatchObject({ name: 'NEXT', notes: [] })
  })

  test('GTUBE: points without a decimal, as spamd writes them from ten on', () => {
    const rows = '1000 GTUBE                  BODY: Generic Test for Unsolicited Bulk Email'
    expect(report(spamdReply('True ; 1000.0 / 5.0', rows)).rules[0]?.points).toBe(1000)
  })

  test('descriptions in another language are read as UTF-8', () => {
    const rows = Buffer.from(' 1.0 RULE                   Nachricht enthält „Wörter“').toString('latin1')
    expect(report(spamdReply('False ; 1.0 / 5.0', rows)).rules[0]?.description).toBe(
      'Nachricht enthält „Wörter“',
    )
  })

  test('a table in the preview of the message is not the table', () => {
    const preview = 'Content preview:  ---- ---- ----\n   -9.0 FAKE  x\n\n'
    const rows = ' 2.0 REAL                   The real one'
    expect(report(spamdReply('False ; 2.0 / 5.0', rows, preview)).rules.map(({ name }) => name)).toEqual([
      'REAL',
    ])
  })

  test('a row that the message wrote into the report breaks the sum', () => {
    const rows =
      ' 6.0 REAL                   The real one\n                            [x\n-6.0 FAKE                   y]'
    expect(saysOf(spamdReply('True ; 6.0 / 5.0', rows))).toContain('do not add up')
  })

  test.each([
    [' 1.1 A x\n 1.1 B x\n 1.1 C x', '3.4'],
    ['  12 A x\n 0.4 B x', '12.0'],
    ['-100 A x\n 0.4 B x', '-100.0'],
  ])('rounded rows %p add up to %s', (rows, points) => {
    expect(report(spamdReply(`False ; ${points} / 5.0`, rows)).points).toBe(Number(points))
  })

  test.each([
    ['nothing', '', 'without an answer'],
    ['garbage', '\0\x01ÿ\r\n\r\n', 'not that of spamd'],
    ['HTML', 'HTTP/1.1 200 OK\r\n\r\n<html>', 'not that of spamd'],
    ['an error', 'SPAMD/1.0 76 Bad header line: (secret words)\r\n', 'the error 76'],
    ['a named error', 'SPAMD/1.1 75 EX_TEMPFAIL\r\n\r\n', 'the error EX_TEMPFAIL'],
    ['PONG', 'SPAMD/1.5 0 PONG\r\n', 'as long as it says'],
    ['no length', 'SPAMD/1.1 0 EX_OK\r\nSpam: True ; 9 / 5\r\n\r\nx', 'as long as it says'],
    [
      'a length of words',
      'SPAMD/1.1 0 EX_OK\r\nContent-length: all\r\nSpam: True ; 9 / 5\r\n\r\nx',
      'as long',
    ],
    ['cut short', spamdReply('True ; 9.0 / 5.0', ' 9.0 A x').slice(0, -3), 'as long as it says'],
    ['longer than it says', `${spamdReply('True ; 9.0 / 5.0', ' 9.0 A x')}x`, 'as long as it says'],
    ['no verdict', spamdReply('Maybe', ''), 'no score'],
    ['NaN', spamdReply('True ; NaN / 5.0', ''), 'no score'],
    ['infinity', spamdReply('True ; 1e999 / 5.0', ''), 'no score'],
    ['a number past all bounds', spamdReply('True ; 999999999 / 5.0', ''), 'no score'],
    ['a threshold of zero', spamdReply('True ; 1.0 / 0.0', ' 1.0 A x'), 'threshold'],
    [
      'another template',
      'SPAMD/1.1 0 EX_OK\r\nContent-length: 6\r\nSpam: True ; 9.0 / 5.0\r\n\r\nspam!\n',
      'template',
    ],
    ['points without a rule', spamdReply('True ; 9.0 / 5.0', ''), 'do not add up'],
  ])('%s is no verdict', (_name, body, says) => {
    expect(saysOf(body)).toContain(says)
    expect(saysOf(body)).not.toContain('secret')
  })

  test('control characters and endless descriptions', () => {
    const rows = ` 1.0 RULE                   a\x1b[31mb\x07 ${'long '.repeat(2000)}`
    const [rule] = report(spamdReply('False ; 1.0 / 5.0', rows)).rules
    expect(rule?.description).toStartWith('a [31mb long')
    expect(rule?.description.length).toBeLessThanOrEqual(200)
  })

  test.each(['- ', '[', ' 1.0 A x\n', '                            x\n', '---- ---- ----\n'])(
    'twice as much of %p takes about twice as long',
    (piece) => {
      const time = (count: number) => {
        const begun = processorTime()
        readSpamdReply(spamdReply('True ; 9.0 / 5.0', piece.repeat(count)))
        return processorTime() - begun
      }
      time(10_000)
      expect(time(80_000)).toBeLessThan(500 + 8 * time(20_000))
    },
  )
})
