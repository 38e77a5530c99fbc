import { describe, expect, test } from 'bun:test'
import type { StructureFaultCode } from '../../../../src/mail/reading/mime/fault.ts'
import { readStructure } from '../../../../src/mail/reading/structure/structure.ts'

const structure = (text: string) => readStructure(Buffer.from(text, 'latin1'))
const HEAD = 'From: a@b.example\r\nMIME-Version: 1.0\r\n'
const multipart = (body: string, boundary = 'b') =>
  `${HEAD}Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${body}`

describe('lines and octets', () => {
  test('a clean message', () => {
    expect(structure(`${HEAD}\r\nbody\r\n`)).toMatchObject({
      crlf: 4,
      bareLf: { count: 0 },
      bareCr: { count: 0 },
      nul: { count: 0 },
      over998: { count: 0 },
      longestLine: 17,
      depth: 0,
      faults: [],
      limits: [],
    })
  })

  test('each kind of line end, with the place of the first', () => {
    const text = 'A: b\r\n\r\none\ntwo\n\rthree\r\r\n\r'
    expect(structure(text)).toMatchObject({
      crlf: 3,
      bareLf: { count: 2, firstAt: 11 },
      bareCr: { count: 3, firstAt: 16 },
    })
  })

  test.each([
    [998, 0],
    [999, 1],
  ])('a line of %i octets', (length, over) => {
    const scanned = structure(`A: b\r\n\r\n${'x'.repeat(length)}\r\n`)
    expect(scanned.over998.count).toBe(over)
    expect(scanned.longestLine).toBe(length)
    expect(structure(`A: b\r\n\r\n${'x'.repeat(length)}`).over998.count).toBe(over)
  })

  test('NUL and octets above 127', () => {
    expect(structure('A: b\r\n\r\nx\0y\xe4')).toMatchObject({
      nul: { count: 1, firstAt: 9 },
      eightBitBody: { count: 1 },
    })
  })
})

describe('the header section', () => {
  test('fields are counted by name, with their largest', () => {
    const { header } = structure('A: b\r\nX: 1\r\nx: 22\r\n 33\r\n\r\nbody: no')
    expect(header.fields).toBe(3)
    expect(header.byName.get('x')).toEqual({ count: 2, largest: 'x: 22\r\n 33'.length })
    expect(header.bytes).toBe('A: b\r\nX: 1\r\nx: 22\r\n 33'.length)
    expect(header.closed).toBe(true)
  })

  test('lines that are no field, folds of white space, spaces before the colon', () => {
    const { header } = structure('A: b\r\nno field here\r\nB : c\r\nC: d\r\n \t\r\n e\r\n\r\n')
    expect(header).toMatchObject({
      notFields: { count: 1, firstAt: 6 },
      blankFolds: { count: 1 },
      spacedColons: { count: 1 },
      fields: 3,
    })
  })

  test.each([
    ['ASCII', 'A: b', 0, true],
    ['UTF-8', `A: ${Buffer.from('ü').toString('latin1')}`, 2, true],
    ['Latin-1', 'A: \xfc', 1, false],
  ])('octets above 127: %s', (_name, field, count, utf8) => {
    expect(structure(`${field}\r\n\r\nx`).header).toMatchObject({ eightBit: { count }, utf8 })
  })

  test('no empty line at all', () => {
    expect(structure('A: b\r\nB: c').header).toMatchObject({ closed: false, fields: 2 })
  })
})

const type = (value: string, body = 'text', encoding = '') =>
  `${HEAD}Content-Type: ${value}\r\n${encoding && `Content-Transfer-Encoding: ${encoding}\r\n`}\r\n${body}`
const UTF8 = Buffer.from('Grüße aus Köln').toString('latin1')
const LATIN1 = 'Gr\xfc\xdfe aus K\xf6ln'

test.each<[string, string, StructureFaultCode[]]>([
  ['plain ASCII without any MIME', 'From: a@b.example\r\n\r\ntext', []],
  ['a multipart as it should be', multipart('preamble\r\n--b\r\n\r\none\r\n--b--\r\nepilogue'), []],
  [
    'Content-Type without MIME-Version',
    'From: a@b.example\r\nContent-Type: text/plain\r\n\r\nx',
    ['mime-version-missing'],
  ],
  ['MIME-Version with a comment', 'From: a@b.example\r\nMIME-Version: 1.0 (made by x)\r\n\r\nx', []],
  ['MIME-Version 2.0', 'From: a@b.example\r\nMIME-Version: 2.0\r\n\r\nx', ['mime-version-unknown']],
  [
    'two Content-Types',
    `${HEAD}Content-Type: text/plain\r\nContent-Type: text/html\r\n\r\nx`,
    ['mime-header-repeated'],
  ],
  ['a Content-Type without a subtype', type('text'), ['content-type-broken']],
  ['no boundary', `${HEAD}Content-Type: multipart/mixed\r\n\r\nx`, ['boundary-missing']],
  ['a boundary that never comes', multipart('--c\r\n\r\none\r\n--c--'), ['boundary-unused']],
  ['a boundary that is not closed', multipart('--b\r\n\r\none\r\n'), ['boundary-unclosed']],
  ['a part in a closed multipart', multipart('--b\r\n\r\none\r\n--b--\r\n--b\r\n\r\ntwo'), []],
  [
    'the same boundary inside',
    multipart('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n--b--'),
    ['boundary-repeated'],
  ],
  [
    'a boundary that begins another',
    multipart('--b\r\nContent-Type: multipart/mixed; boundary=b1\r\n\r\n--b1\r\n\r\nx\r\n--b1--\r\n--b--'),
    ['boundary-prefix'],
  ],
  [
    'a boundary of 71 characters',
    multipart(`--${'b'.repeat(71)}\r\n\r\nx\r\n--${'b'.repeat(71)}--`, 'b'.repeat(71)),
    ['boundary-too-long'],
  ],
  [
    'a boundary of 70 characters',
    multipart(`--${'b'.repeat(70)}\r\n\r\nx\r\n--${'b'.repeat(70)}--`, 'b'.repeat(70)),
    [],
  ],
  ['a boundary with foreign characters', multipart('--b*b\r\n\r\nx\r\n--b*b--', 'b*b'), ['boundary-illegal']],
  ['an encoding nobody knows', type('text/plain', 'x', 'x-secret'), ['encoding-unknown']],
  ['binary', type('text/plain', 'x', 'binary'), ['encoding-binary']],
  [
    'base64 on a multipart',
    `${HEAD}Content-Type: multipart/mixed; boundary=b\r\nContent-Transfer-Encoding: base64\r\n\r\n--b\r\n\r\nx\r\n--b--`,
    ['encoding-on-composite'],
  ],
  [
    'base64 on an enclosed message',
    type('message/rfc822', 'U3ViamVjdDogeA0KDQp4', 'base64'),
    ['encoding-on-composite'],
  ],
  ['base64 as it should be', type('text/plain', 'YWJj\r\nYWI=\r\n', 'base64'), []],
  ['base64 that ends too early', type('text/plain', 'YWJjY', 'base64'), ['base64-broken']],
  ['base64 with foreign characters', type('text/plain', 'YW!Jj', 'base64'), ['base64-broken']],
  ['base64 with text behind it', type('text/plain', 'YWI=\r\nYWJj', 'base64'), ['base64-broken']],
  [
    'quoted-printable as it should be',
    type('text/plain; charset=utf-8', 'a=C3=BC=\r\nb=3D', 'quoted-printable'),
    [],
  ],
  [
    'quoted-printable with bare equals signs',
    type('text/html', '<a href="?a=xy">', 'quoted-printable'),
    ['quoted-printable-broken'],
  ],
  ['UTF-8 as 8bit', type('text/plain; charset=utf-8', UTF8, '8bit'), []],
  ['UTF-8 as 7bit', type('text/plain; charset=utf-8', UTF8, '7bit'), ['eight-bit-undeclared']],
  ['UTF-8 with no encoding named', type('text/plain; charset=utf-8', UTF8), ['eight-bit-undeclared']],
  ['a charset nobody knows', type('text/plain; charset=x-klingon'), ['charset-unknown']],
  ['Latin-1 called UTF-8', type('text/plain; charset=utf-8', LATIN1, '8bit'), ['charset-lies']],
  ['UTF-8 called Latin-1', type('text/plain; charset=iso-8859-1', UTF8, '8bit'), ['charset-lies']],
  ['UTF-8 called ASCII', type('text/plain; charset=us-ascii', UTF8, '8bit'), ['charset-lies']],
  ['UTF-8 called nothing', type('text/plain', UTF8, '8bit'), ['charset-undeclared']],
  ['Latin-1 called Latin-1', type('text/plain; charset=iso-8859-1', LATIN1, '8bit'), []],
  ['ISO-2022-JP in 7bit', type('text/plain; charset=iso-2022-jp', '\x1b$B$3$s\x1b(B', '7bit'), []],
  ['a file of any bytes', type('application/pdf', 'Zm9v', 'base64'), []],
  ['one piece of a message', type('message/partial; id=x; number=1'), ['message-partial']],
])('%s', (_name, text, codes) => {
  expect(structure(text).faults.map(({ code }) => code)).toEqual(codes)
})

test('faults say in which part they are', () => {
  const inner =
    'Content-Type: multipart/alternative; boundary=in\r\n\r\n--in\r\n\r\nok\r\n--in\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--in--'
  const scanned = structure(
    multipart(`--b\r\n${inner}\r\n--b\r\nContent-Transfer-Encoding: x\r\n\r\nx\r\n--b--`),
  )
  expect(scanned.faults).toEqual([
    { code: 'base64-broken', part: '1.2', count: 4 },
    { code: 'encoding-unknown', part: '2', count: 1 },
  ])
  expect(scanned.parts.map(({ path }) => path)).toEqual(['', '1', '1.1', '1.2', '2'])
  expect(scanned.depth).toBe(2)
})
