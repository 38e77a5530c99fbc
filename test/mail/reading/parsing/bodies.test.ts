import { describe, expect, test } from 'bun:test'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

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
      'a footer beside the HTML of an alternative',
      multipart(
        'alternative',
        'a',
        part('text/plain', 'one'),
        multipart('mixed', 'm', part('text/html', '<p>one'), part('text/plain', 'footer')),
      ),
      'one',
      '<p>one',
      [],
    ],
    ['a text type that nobody knows', part('text/enriched', 'one'), 'one', undefined, []],
    ['a file of text and nothing else', part('text/csv', 'a,b'), undefined, undefined, ['text/csv']],
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
