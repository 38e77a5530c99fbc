import { describe, expect, test } from 'bun:test'
import { messageOf } from '../../src/app/file-message.ts'

const read = (file: string) => Buffer.from(messageOf(Buffer.from(file, 'latin1'))).toString('latin1')

describe('the message of a file', () => {
  test.each([
    ['line feeds become CRLF', 'A: b\n\nc\n', 'A: b\r\n\r\nc\r\n'],
    ['CRLF stays, and so does a bare LF beside it', 'A: b\r\n\r\nc\nd', 'A: b\r\n\r\nc\nd'],
    ['an mbox separator goes', 'From ann@x Sat Nov 21 2026\nA: b\n\nc', 'A: b\r\n\r\nc'],
    ['one with CRLF goes too', 'From ann@x Sat\r\nA: b\r\n\r\nc', 'A: b\r\n\r\nc'],
    ['a From field stays', 'From: ann@x\n\nc', 'From: ann@x\r\n\r\nc'],
    ['a byte order mark goes', '\xef\xbb\xbfA: b\n\nc', 'A: b\r\n\r\nc'],
    ["a separator further on is the message's own", 'A: b\n\nFrom here on\n', 'A: b\r\n\r\nFrom here on\r\n'],
    ['blank lines before the header go', '\n \t\r\n\nA: b\n\nc', 'A: b\r\n\r\nc'],
    ['a folded first line stays', ' b\nA: b\n\nc', ' b\r\nA: b\r\n\r\nc'],
    ['blank lines behind a separator go', 'From a\n\nA: b\n\nc', 'A: b\r\n\r\nc'],
    [
      'behind a separator quoted lines lose a sign',
      'From a\nA: b\n\n>From x\n>>From y\nx >From z\n>Fro\n>From',
      'A: b\r\n\r\nFrom x\r\n>From y\r\nx >From z\r\n>Fro\r\n>From',
    ],
    ['without one they stay', 'A: b\n\n>From x\n', 'A: b\r\n\r\n>From x\r\n'],
    ['nothing stays nothing', '', ''],
    ['a separator without end is no separator', `From ${'x'.repeat(3_000)}`, `From ${'x'.repeat(3_000)}`],
  ])('%s', (_, file, message) => {
    expect(read(file)).toBe(message)
  })
})
