import { expect, test } from 'bun:test'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

const read = (...lines: string[]) => parseMessage(Buffer.from(lines.join('\r\n'), 'latin1'))

test('fields keep their order, their raw form and their value', () => {
  const message = read(
    'From: a@b.example',
    'X-A: one',
    ' two',
    'x-a:three',
    'Subject: =?utf-8?Q?=C3=BC?=',
    '',
    'body',
  )
  expect(message.headers.map(({ name, key }) => [name, key])).toEqual([
    ['From', 'from'],
    ['X-A', 'x-a'],
    ['x-a', 'x-a'],
    ['Subject', 'subject'],
  ])
  expect(message.all('x-a').map(({ value }) => value)).toEqual(['one two', 'three'])
  expect(message.first('x-a')?.raw).toBe('X-A: one\r\n two')
  expect(message.first('nothing')).toBeUndefined()
  expect(message.subject).toBe('ü')
  expect(message.headerBytes).toBe(message.headers.reduce((sum, { raw }) => sum + raw.length + 2, 0) - 2)
})

test('absent fields are empty text', () => {
  const message = read('X-Only: this', '')
  expect(message).toMatchObject({ subject: '', date: '', from: [], to: [], replyTo: [], limits: [] })
})

test('white space before the colon belongs to neither side', () => {
  expect(read('Subject \t: x', '').subject).toBe('x')
})

test('parts say where their bodies stand in the bytes', () => {
  const raw =
    'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b--\r\n'
  const [part] = parseMessage(Buffer.from(raw)).root.children
  expect(raw.slice(part?.bodyStart, part?.bodyEnd)).toBe('one')
  expect(part).toMatchObject({ contentType: 'text/plain', transferEncoding: '7bit', disposition: '' })
})

test('names from the prototype of objects are only names', () => {
  const message = read(
    'constructor: x',
    '__proto__: y',
    'Content-Type: text/plain; __proto__=z; constructor=w',
    '',
  )
  expect(message.first('constructor')?.value).toBe('x')
  expect(message.first('__proto__')?.value).toBe('y')
  expect(message.first('tostring')).toBeUndefined()
  expect(message.root.parameters['tostring']).toBeUndefined()
})
