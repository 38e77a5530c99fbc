import { describe, expect, test } from 'bun:test'
import { createDataDecoder } from '../../src/smtp/data-decoder.ts'

/** Decodes the wire in pieces of a size; gives the message and what followed it, undefined while it has no end. */
function decode(wire: string, piece: number): { message: string; rest: string | undefined } {
  const decoder = createDataDecoder()
  const bytes = Buffer.from(wire, 'latin1')
  let message = ''
  for (let at = 0; at < bytes.length; at += piece) {
    const { content, rest } = decoder.decode(bytes.subarray(at, at + piece))
    message += Buffer.from(content).toString('latin1')
    if (rest) {
      return { message, rest: Buffer.from(rest).toString('latin1') + bytes.toString('latin1', at + piece) }
    }
  }
  return { message, rest: undefined }
}

const cases: [string, string, string, string | undefined][] = [
  ['an empty message', '.\r\n', '', ''],
  ['one line', 'a\r\n.\r\n', 'a\r\n', ''],
  ['what follows the end is not part of it', 'a\r\n.\r\nQUIT\r\n', 'a\r\n', 'QUIT\r\n'],
  ['a stuffed dot at the beginning', '..a\r\n.\r\n', '.a\r\n', ''],
  ['a stuffed dot amid', 'a\r\n..b\r\n.\r\n', 'a\r\n.b\r\n', ''],
  ['a line that is one dot', '..\r\na\r\n..\r\n.\r\n', '.\r\na\r\n.\r\n', ''],
  ['a single leading dot is removed too', '.a\r\n.b\r\n.\r\n', 'a\r\nb\r\n', ''],
  ['a dot after a bare LF is content', 'a\n..b\n.c\r\n.\r\n', 'a\n..b\n.c\r\n', ''],
  ['a dot after a bare CR is content', 'a\r..b\r.c\r\n.\r\n', 'a\r..b\r.c\r\n', ''],
  ['LF dot LF does not end', 'a\n.\nMAIL\r\n.\r\n', 'a\n.\nMAIL\r\n', ''],
  ['LF dot CRLF does not end', 'a\n.\r\nMAIL\r\n.\r\n', 'a\n.\r\nMAIL\r\n', ''],
  ['CRLF dot LF does not end', 'a\r\n.\nMAIL\r\n.\r\n', 'a\r\n\nMAIL\r\n', ''],
  ['CRLF dot CR does not end', 'a\r\n.\rMAIL\r\n.\r\n', 'a\r\n\rMAIL\r\n', ''],
  ['CR dot CR does not end', 'a\r.\rMAIL\r\n.\r\n', 'a\r.\rMAIL\r\n', ''],
  ['CR dot CRLF does not end', 'a\r.\r\nMAIL\r\n.\r\n', 'a\r.\r\nMAIL\r\n', ''],
  ['CRLF dot CR CRLF does not end', 'a\r\n.\r\r\nb\r\n.\r\n', 'a\r\n\r\r\nb\r\n', ''],
  ['CR CRLF ends a line', 'a\r\r\n..b\r\n.\r\n', 'a\r\r\n.b\r\n', ''],
  ['CR CRLF dot CRLF ends', 'a\r\r\n.\r\n', 'a\r\r\n', ''],
  ['NUL dot is content', 'a\0\n.\0\r\n.\r\n', 'a\0\n.\0\r\n', ''],
  ['eight bits', '\xff\xfe\r\n\xe4.\r\n.\r\n', '\xff\xfe\r\n\xe4.\r\n', ''],
  ['without an end', 'a\r\n.', 'a\r\n', undefined],
  ['without an end, two withheld', 'a\r\n.\r', 'a\r\n', undefined],
  ['dots only', '...\r\n....\r\n.\r\n', '..\r\n...\r\n', ''],
]

describe('the DATA phase', () => {
  for (const piece of [1, 2, 3, 5, 1000]) {
    test.each(cases)(`%s, in pieces of ${piece}`, (_name, wire, message, rest) => {
      expect(decode(wire, piece)).toEqual({ message, rest })
    })
  }

  test('any message comes back as it was, however it is cut', () => {
    const alphabet = ['\r\n', '\r', '\n', '.', '..', 'a', '\0', '\xff']
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    for (let round = 0; round < 2000; round++) {
      const body = Array.from({ length: next(24) }, () => alphabet[next(alphabet.length)]).join('')
      const message = body === '' || body.endsWith('\r\n') ? body : `${body}\r\n`
      const wire = `${message.replace(/^\./, '..').replaceAll('\r\n.', '\r\n..')}.\r\nnext`
      const result = decode(wire, 1 + next(9))
      expect([message, result.message, result.rest]).toEqual([message, message, 'next'])
    }
  })
})
