import { describe, expect, test } from 'bun:test'
import { NotAMessage, parseMessage } from '../../../../src/mail/reading/parse.ts'
import { readStructure } from '../../../../src/mail/reading/structure/structure.ts'

describe('what is no message at all', () => {
  test.each([
    ['no byte', new Uint8Array(0), 'not one byte'],
    ['NULs', new Uint8Array(500), 'NUL'],
    ['NULs and a line end', Buffer.from('\0\0\0\r\n'), 'NUL'],
    ['an empty first line', Buffer.from('\r\nFrom: a@b.example\r\n\r\nx'), 'first line is empty'],
    ['prose', Buffer.from('hello\r\nworld\r\n'), 'no line before the first empty one'],
    ['5 MB of blank lines', Buffer.alloc(5_000_000, '\r\n'), 'first line is empty'],
  ])('%s', (_name, raw, reason) => {
    expect(() => parseMessage(raw)).toThrow(NotAMessage)
    expect(() => parseMessage(raw)).toThrow(reason)
  })

  test.each([
    ['one field and nothing else', 'Subject: x'],
    ['a header without a body', 'From: a@b.example\r\n\r\n'],
    ['a field among garbage', '\u0001\u0002\r\nSubject: x\r\n\r\n'],
  ])('%s is one', (_name, raw) => {
    expect(() => parseMessage(Buffer.from(raw))).not.toThrow()
  })
})

const HEAD = 'From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n'

function nested(levels: number): string {
  let text = HEAD
  for (let i = 0; i < levels; i += 1)
    text += `Content-Type: multipart/mixed; boundary=b${i}b\r\n\r\n--b${i}b\r\n`
  text += '\r\ninnermost\r\n'
  for (let i = levels - 1; i >= 0; i -= 1) text += `--b${i}b--\r\n`
  return text
}

describe('hostile shapes', () => {
  test('10,000 header fields', () => {
    const fields = Array.from({ length: 10_000 }, (_, i) => `X-Field-${i}: =?utf-8?Q?v=C3=BC?= ${i}`)
    const message = parseMessage(Buffer.from(`${fields.join('\r\n')}\r\n\r\nbody`))
    expect(message.headers).toHaveLength(10_000)
    expect(message.first('x-field-9999')?.value).toBe('vü 9999')
    expect(message.text).toBe('body')
  })

  test('200 nested parts', () => {
    const message = parseMessage(Buffer.from(nested(200)))
    expect(message.text).toBe('innermost')
    expect(message.limits).toEqual([])
    expect(readStructure(Buffer.from(nested(200)))).toMatchObject({ depth: 200, faults: [] })
  })

  test('more than 256 levels are a limit, not a lost message', () => {
    const raw = Buffer.from(nested(1_000))
    expect(parseMessage(raw).limits.join()).toContain('256 levels')
    expect(readStructure(raw).depth).toBe(257)
    expect(readStructure(raw).limits.join()).toContain('256 levels')
  })

  test('a million parts', () => {
    const raw = Buffer.from(
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(1_000_000)}`,
    )
    const message = parseMessage(raw)
    expect(message.root.children).toHaveLength(1_999)
    expect(message.limits.join()).toContain('2000 parts')
    expect(readStructure(raw).faults).toEqual([])
  })

  test('25 MB of lines that look like delimiters', () => {
    const raw = Buffer.from(
      `${HEAD}Content-Type: multipart/mixed; boundary=bb\r\n\r\n${'--bc\r\n'.repeat(4_000_000)}`,
    )
    expect(parseMessage(raw).text?.length).toBe(20_000_000)
    expect(readStructure(raw).faults.map(({ code }) => code)).toEqual(['boundary-unused'])
  })

  test('a header of 5 MB in one field is cut, and it is said', () => {
    const message = parseMessage(
      Buffer.from(`From: a@b.example\r\nX-Long: ${'a '.repeat(2_500_000)}\r\n\r\nbody`),
    )
    expect(message.first('x-long')?.raw.length).toBe(512 * 1024)
    expect(message.limits.join()).toContain('too long')
    expect(message.text).toBe('body')
  })

  test('a header folded over 400,000 lines', () => {
    const message = parseMessage(Buffer.from(`Subject: a\r\n${' b\r\n'.repeat(100_000)}\r\nbody`))
    expect(message.subject.length).toBe(200_001)
  })

  test('10 MB of base64 text', () => {
    const line = `${'QUJD'.repeat(19)}\r\n`
    const raw = Buffer.from(
      `${HEAD}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${line.repeat(130_000)}`,
    )
    expect(parseMessage(raw).text?.length).toBe(130_000 * 57)
    expect(readStructure(raw).faults).toEqual([])
  })

  test.each(['(', ';', '"', '\\', 'a*0=b;', 'a=;', '='])('a Content-Type of nothing but %s', (piece) => {
    const raw = Buffer.from(`${HEAD}Content-Type: text/plain; ${piece.repeat(100_000)}\r\n\r\nbody`)
    expect(parseMessage(raw).text).toBe('body')
  })

  test('every single byte and pair of bytes in a header and a body', () => {
    for (let octet = 0; octet < 256; octet += 1) {
      const odd = Buffer.from([octet, octet])
      const raw = Buffer.concat([
        Buffer.from('From: '),
        odd,
        Buffer.from('\r\nSubject: '),
        odd,
        Buffer.from('\r\n\r\n'),
        odd,
      ])
      expect(parseMessage(raw).headers.length).toBeGreaterThan(0)
      expect(readStructure(raw).size).toBe(raw.length)
    }
  })
})
