import { describe, expect, test } from 'bun:test'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

const read = (...lines: string[]) => parseMessage(Buffer.from(lines.join('\r\n'), 'latin1'))
const HEAD = ['From: a@b.example', 'MIME-Version: 1.0']

describe('transfer encodings', () => {
  const body = (encoding: string, content: string, type = 'text/plain; charset=utf-8') =>
    read(...HEAD, `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', content).text

  test.each([
    ['quoted-printable', 'a=C3=BC=\r\nb =\r\nc  \r\nd=20\r\ne=zz=3D', 'aüb c\nd \ne=zz='],
    ['Quoted-Printable', 'soft=   \r\nend', 'softend'],
    ['base64', 'R3LD\r\nvMOfZQ==\r\n', 'Grüße'],
    ['BASE64', 'R3L!DvM OfZQ', 'Grüße'],
    ['base64', 'YWI=YWI=', 'abab'],
    ['base64', 'YWI=\r\nYWI=\r\n', 'abab'],
    // A list's footer under it.
    ['base64', 'YWI=\r\n\r\n______\r\nlist mailing list\r\n', 'ab'],
    ['base64', 'YWJj\r\n\r\n______\r\nlist mailing list\r\n', 'abc'],
    ['base64', '\r\n!YWJj\r\n\r\nYWJj\r\n', 'abcabc'],
    ['base64', 'R3L!DvM\r\nOfZQ==', 'Grüße'],
    ['8bit', Buffer.from('Grüße').toString('latin1'), 'Grüße'],
    ['x-unknown', 'as it is', 'as it is'],
    ['(comment) base64', 'YWI=', 'ab'],
    ['"base64"', 'YWI=', 'ab'],
  ])('%s', (encoding, content, text) => {
    expect(body(encoding, content)).toBe(text)
  })

  test('format=flowed is unwrapped, quotes and signature kept', () => {
    const flowed = ['One ', 'long ', 'line.', '> quoted ', '> text', ' From here', '-- ', 'me'].join('\r\n')
    expect(body('7bit', flowed, 'text/plain; format=flowed')).toBe(
      'One long line.\n> quoted text\nFrom here\n-- \nme',
    )
    expect(body('7bit', 'long \r\nword', 'text/plain; format=flowed; delsp=yes')).toBe('longword')
  })
})

test.each([
  ['plain', 'attachment; filename="a b.pdf"', 'a b.pdf'],
  ['without quotation marks', 'attachment; filename=a b.pdf', 'a b.pdf'],
  ['RFC 2231', "attachment; filename*=utf-8''J%C3%B6rg%20a.pdf", 'Jörg a.pdf'],
  [
    'RFC 2231 in pieces',
    `attachment; filename*0*=utf-8''J%C3%B6; filename*1="rg "; filename*2=a.pdf`,
    'Jörg a.pdf',
  ],
  ['pieces out of order', 'attachment; filename*1=b; filename*0=a', 'ab'],
  ['both forms', "attachment; filename=x.pdf; filename*=utf-8''%C3%BC.pdf", 'ü.pdf'],
  ['encoded words', 'attachment; filename="=?utf-8?Q?=C3=BC.pdf?="', 'ü.pdf'],
  ['a comment', 'attachment (yes); filename=a.pdf (really)', 'a.pdf'],
  ['a backslash', 'attachment; filename="C:\\\\a.pdf"', 'C:\\a.pdf'],
  ['a dangerous name', 'attachment; filename=x; __proto__=y', 'x'],
])('file names: %s', (_name, disposition, filename) => {
  const message = read(
    ...HEAD,
    'Content-Type: application/pdf',
    `Content-Disposition: ${disposition}`,
    '',
    'x',
  )
  expect(message.root.filename).toBe(filename)
  expect(({} as Record<string, unknown>)['y']).toBeUndefined()
})
