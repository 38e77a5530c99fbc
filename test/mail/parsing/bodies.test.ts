import { describe, expect, test } from 'bun:test'
import { parseMessage } from '../../../src/mail/parse.ts'

const read = (...lines: string[]) => parseMessage(Buffer.from(lines.join('\r\n'), 'latin1'))
const HEAD = ['From: a@b.example', 'MIME-Version: 1.0']

function multipart(type: string, boundary: string, ...parts: string[]): string {
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')
  return `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--`
}
const part = (type: string, body: string, ...fields: string[]) =>
  [`Content-Type: ${type}`, ...fields, '', body].join('\r\n')

describe('which parts a reader shows', () => {
  const names = (message: ReturnType<typeof read>) =>
    message.attachments.map(({ contentType, filename }) =>
      filename ? `${contentType} ${filename}` : contentType,
    )

  test.each<[string, string, string | undefined, string | undefined, string[]]>([
    ['plain text', part('text/plain', 'one'), 'one', undefined, []],
    ['nothing said at all', '\r\none', 'one', undefined, []],
    ['HTML alone', part('text/html', '<p>one'), undefined, '<p>one', []],
    [
      'alternatives',
      multipart('alternative', 'a', part('text/plain', 'one'), part('text/html', '<p>one')),
      'one',
      '<p>one',
      [],
    ],
    [
      'alternatives beside a file',
      multipart(
        'mixed',
        'm',
        multipart('alternative', 'a', part('text/plain', 'one'), part('text/html', '<p>one')),
        part('application/pdf', 'x', 'Content-Disposition: attachment; filename=a.pdf'),
      ),
      'one',
      '<p>one',
      ['application/pdf a.pdf'],
    ],
    [
      'HTML with its images',
      multipart(
        'alternative',
        'a',
        part('text/plain', 'one'),
        multipart(
          'related',
          'r',
          part('text/html', '<img src=cid:i>'),
          part('image/png', 'x', 'Content-ID: <i>'),
        ),
      ),
      'one',
      '<img src=cid:i>',
      ['image/png'],
    ],
    [
      'related whose root is named by start',
      multipart(
        'related; start="<root>"',
        'r',
        part('text/html', 'not this', 'Content-ID: <other>'),
        part('text/html', 'this', 'Content-ID: <root>'),
      ),
      undefined,
      'this',
      ['text/html'],
    ],
    [
      'text and HTML side by side in related',
      multipart('related', 'r', part('text/plain', 'one'), part('text/html', '<p>one')),
      'one',
      '<p>one',
      [],
    ],
    [
      'several texts are one after the other',
      multipart('mixed', 'm', part('text/plain', 'one'), part('text/plain', 'two')),
      'one\ntwo',
      undefined,
      [],
    ],
    [
      'text files are no body',
      multipart(
        'mixed',
        'm',
        part('text/plain', 'one'),
        part('text/plain', 'log', 'Content-Disposition: attachment; filename=a.log'),
        part('text/csv', 'a,b'),
        part('text/plain; name=notes.txt', 'notes', 'Content-Disposition: inline'),
      ),
      'one',
      undefined,
      ['text/plain a.log', 'text/csv', 'text/plain notes.txt'],
    ],
    [
      'an invitation is no body',
      multipart(
        'alternative',
        'a',
        part('text/plain', 'one'),
        part('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR'),
      ),
      'one',
      undefined,
      ['text/calendar'],
    ],
    [
      'an enclosed message is no body',
      multipart(
        'mixed',
        'm',
        part('text/plain', 'one'),
        part('message/rfc822', 'Subject: inner\r\n\r\ninner text'),
      ),
      'one',
      undefined,
      ['message/rfc822'],
    ],
    [
      'a signed message',
      multipart('signed', 's', part('text/plain', 'one'), part('application/pgp-signature', 'x')),
      'one',
      undefined,
      ['application/pgp-signature'],
    ],
    [
      'files alone',
      multipart('mixed', 'm', part('application/pdf', 'x'), part('image/png', 'x')),
      undefined,
      undefined,
      ['application/pdf', 'image/png'],
    ],
    ['one image and nothing else', part('image/png', 'x'), undefined, undefined, ['image/png']],
  ])('%s', (_name, content, text, html, attachments) => {
    const message = read(...HEAD, content)
    expect({ text: message.text, html: message.html, attachments: names(message) }).toEqual({
      text,
      html,
      attachments,
    })
  })
})

describe('structure that is not quite right', () => {
  test('the last boundary is missing', () => {
    const message = read(...HEAD, 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'one', '')
    expect(message.text).toBe('one\n')
  })

  test('a boundary that needs its quotation marks', () => {
    expect(read(...HEAD, multipart('mixed', '=_a;b c:d', part('text/plain', 'one'))).text).toBe('one')
  })

  test('a boundary in the extended form', () => {
    const message = read(
      ...HEAD,
      "Content-Type: multipart/mixed; boundary*=us-ascii''b%31",
      '',
      '--b1',
      '',
      'one',
      '--b1--',
    )
    expect(message.text).toBe('one')
  })

  test('the line end before a delimiter is not part of the body, one more is', () => {
    expect(
      read(...HEAD, 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'one', '', '--b--').text,
    ).toBe('one\n')
  })

  test('a delimiter inside a longer line is text', () => {
    const message = read(
      ...HEAD,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      '--bx',
      'x--b',
      '--b--',
    )
    expect(message.text).toBe('--bx\nx--b')
  })

  test('a multipart without its boundary shows its body as text', () => {
    expect(read(...HEAD, 'Content-Type: multipart/mixed', '', 'one').text).toBe('one')
  })

  test('a part without a header, and one that forgot the empty line', () => {
    const message = read(
      ...HEAD,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'one',
      '--b',
      'two words',
      'more',
      '--b--',
    )
    expect(message.text).toBe('one\ntwo words\nmore')
  })

  test('no empty line between header and body', () => {
    const message = read('From: a@b.example', 'Subject: x', 'This is the body', 'Not: a field')
    expect(message.text).toBe('This is the body\nNot: a field')
    expect(message.headers.map(({ key }) => key)).toEqual(['from', 'subject'])
  })

  test('a line that is no field does not end the header', () => {
    const message = read('From someone Mon Nov 23', 'From: a@b.example', 'Subject: x', '', 'body')
    expect(message.from[0]?.address).toBe('a@b.example')
    expect(message.text).toBe('body')
  })

  test('CR CR LF line ends', () => {
    const raw = [...HEAD, multipart('mixed', 'b', part('text/plain', 'one\r\ntwo'))]
      .join('\r\n')
      .replaceAll('\r\n', '\r\r\n')
    expect(parseMessage(Buffer.from(raw)).text?.trim()).toBe('one\ntwo')
  })

  test('LF line ends', () => {
    const raw = [...HEAD, multipart('mixed', 'b', part('text/plain', 'one\r\ntwo'))]
      .join('\r\n')
      .replaceAll('\r\n', '\n')
    expect(parseMessage(Buffer.from(raw)).text).toBe('one\ntwo')
  })

  test('a Content-Type that nobody can read is plain text', () => {
    expect(read('From: a@b.example', 'Content-Type: html', '', 'one').text).toBe('one')
    expect(read('From: a@b.example', 'Content-Type: text/html charset=utf-8', '', 'one').html).toBe('one')
  })
})

describe('transfer encodings', () => {
  const body = (encoding: string, content: string, type = 'text/plain; charset=utf-8') =>
    read(...HEAD, `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', content).text

  test.each([
    ['quoted-printable', 'a=C3=BC=\r\nb =\r\nc  \r\nd=20\r\ne=zz=3D', 'aüb c\nd \ne=zz='],
    ['Quoted-Printable', 'soft=   \r\nend', 'softend'],
    ['base64', 'R3LD\r\nvMOfZQ==\r\n', 'Grüße'],
    ['BASE64', 'R3L!DvM OfZQ', 'Grüße'],
    ['base64', 'YWI=YWI=', 'abab'],
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
