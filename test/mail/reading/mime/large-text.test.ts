import { expect, test } from 'bun:test'
import { charsetOf, decodeText } from '../../../../src/mail/reading/mime/charset.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'
import { chance } from '../../../support/chance.ts'

const CHARSETS = [
  'utf-8',
  'us-ascii',
  'iso-8859-1',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'iso-2022-jp',
  'utf-16',
  'utf-16le',
  'utf-7',
  'hz-gb-2312',
  'cp437',
  'no-such-charset',
  '',
]
const PIECES = [
  '\r',
  '\n',
  '\r\n',
  '\r\r\n',
  'a',
  'Z ',
  'ü',
  '語',
  '\u010d',
  '\u0d0a',
  '\u001b$B',
  '~',
  '\0',
  '\u{1f600}',
]

/** Text with line ends of every kind; the rare ones are not in every text. */
function textOf(random: () => number, most: number): string {
  const pieces = PIECES.filter((_, at) => at < 6 || random() < 0.3)
  return Array.from(
    { length: Math.floor(random() * most) },
    () => pieces[Math.floor(random() * pieces.length)],
  ).join('')
}

const bytesOf = (text: string, random: () => number): Uint8Array => {
  const encoding = (['utf8', 'utf8', 'latin1', 'utf16le'] as const)[Math.floor(random() * 4)] ?? 'utf8'
  return Buffer.from(text, encoding)
}

test('a body has one LF for each of its line ends, whatever its charset', () => {
  const random = chance(71)
  for (let round = 0; round < 3_000; round += 1) {
    const charset = CHARSETS[round % CHARSETS.length] ?? ''
    const body = bytesOf(textOf(random, 40), random)
    const declared = charset === '' ? '' : `; charset=${charset}`
    const header = `From: a@b.example\r\nContent-Type: text/plain${declared}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
    const read = parseMessage(Buffer.concat([Buffer.from(header), body])).text
    const plain = decodeText(body, charset).text
    const expected = plain.replace(/\r+\n?/g, (run) => (run.endsWith('\n') ? '\n' : '\n'.repeat(run.length)))
    expect({ charset, round, read }).toEqual({ charset, round, read: expected })
  }
})

test('the charset of octets is the same whether their text is kept or not', () => {
  const random = chance(72)
  for (let round = 0; round < 3_000; round += 1) {
    const charset = CHARSETS[round % CHARSETS.length] ?? ''
    const body = bytesOf(textOf(random, 40), random)
    const { text: _, ...expected } = decodeText(body, charset)
    expect({ round, ...charsetOf(body, charset) }).toEqual({ round, ...expected })
  }
})

test.each([
  ['gb18030', [0xd6, 0xd0, 0x81, 0x30, 0x81, 0x30]],
  ['shift_jis', [0x82, 0xb1, 0x41]],
  ['euc-kr', [0xbe, 0xc8, 0x20]],
  ['utf-16le', [0x3d, 0xd8, 0x00, 0xde, 0x61, 0x00]],
] as const)('%s over more than one piece, with characters across every seam', (charset, cycle) => {
  for (const shift of [0, 1, 2, 3]) {
    const odd = charset === 'utf-16le' ? shift * 2 : shift
    const body = new Uint8Array(3_300_000 - (3_300_000 % cycle.length) + odd).fill(0x20)
    for (let at = odd; at < body.length; at += 1) body[at] = cycle[(at - odd) % cycle.length] ?? 0
    const { text: _, ...expected } = decodeText(body, charset)
    expect(charsetOf(body, charset)).toEqual(expected)
  }
})
